import {
  IconArrowBackUp,
  IconCircleCheck,
  IconFolderPlus,
  IconListDetails,
  IconMessage,
  IconPaperclip,
  IconReceipt,
  IconTrash,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import { useCallback } from 'react';
import { Timeline } from '#ui/timeline/timeline.tsx';
import { TimeText } from '#web/format/time-text.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { CaseEventKind } from '../case-status.ts';
import type { CaseEvent } from '../schemas.ts';
import { useListedText } from './use-listed-text.ts';

const icons: Readonly<Record<CaseEventKind, Icon>> = {
  OPENED: IconFolderPlus,
  COLLECTED: IconReceipt,
  ADDED: IconReceipt,
  NOTE: IconMessage,
  FILE_ADDED: IconPaperclip,
  FILE_REMOVED: IconTrash,
  ASSIGNED: IconUser,
  UNASSIGNED: IconUser,
  CLOSED: IconCircleCheck,
  LISTED: IconListDetails,
  REOPENED: IconArrowBackUp,
};

/** The sentence of an event. */
export function useCaseEventText(): (event: CaseEvent) => string {
  const { t } = useTranslation();
  const listedText = useListedText();
  return useCallback(
    ({ kind, detail }) => {
      switch (kind) {
        case 'CLOSED':
          return t(`cases.event.CLOSED_${detail.outcome}`);
        case 'LISTED':
          return t(`cases.event.LISTED_${detail.list}`, {
            value: listedText(String(detail.dataField), String(detail.value)),
          });
        case 'COLLECTED':
          return t('cases.event.COLLECTED', { count: Number(detail.count) });
        default:
          return t(`cases.event.${kind}`, detail);
      }
    },
    [t, listedText],
  );
}

/** Everything that happened to a case, newest first. */
export function CaseTimeline({ events }: { events: readonly CaseEvent[] }) {
  const { t } = useTranslation();
  const text = useCaseEventText();
  return (
    <Timeline
      label={t('cases.timeline')}
      items={events.map((event) => ({
        id: event.id,
        icon: icons[event.kind],
        title: text(event),
        text: event.note,
        time: <TimeText at={event.at} isShort />,
        actor: event.actor,
      }))}
    />
  );
}
