import { SegmentedControl } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { type ReactNode, useState, useCallback } from 'react';
import { HistoryPanel } from '#features/record/audit/web/history-panel.tsx';
import { hasVisibleText } from '#shared/label.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Headline } from '#ui/layout/headline.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Section } from '#ui/layout/section.tsx';
import { useIsPhone } from '#ui/layout/use-is-phone.ts';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { LinkButton } from '#web/links/link-button.tsx';
import { usePathPart } from '#web/address.ts';
import { useCall } from '#web/call/use-call.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTabTitle } from '#web/tab-title.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { CallFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { NoteForm, NoteList } from '#web/form/note-form.tsx';
import { closeCase, getCase, addCaseNote } from '../endpoints.ts';
import type { CaseView, CaseEvent } from '../schemas.ts';
import { CaseActions } from './case-actions.tsx';
import { CaseFiles } from './case-files.tsx';
import { CaseHolds } from '#features/record/legal-holds/web/hold-notices.tsx';
import type { CaseProps } from './case-props.ts';
import { CasePayments } from './case-payments.tsx';
import { CaseStatusBadge } from './case-status-badge.tsx';
import classes from './cases.module.css';
import {
  type Icon,
  IconArrowBackUp,
  IconCircleCheck,
  IconFolderPlus,
  IconListDetails,
  IconMessage,
  IconPaperclip,
  IconReceipt,
  IconTrash,
  IconUser,
} from '@tabler/icons-react';
import { Timeline } from '#ui/timeline.tsx';
import { type CaseEventKind, maxNote } from '../case-status.ts';
import { useListedText } from './use-listed-text.ts';

/** /case/:caseId (docs/domain.md#cases). */
export function CaseScreen() {
  const caseId = usePathPart('caseId');
  // An invalid id shows the same error as an unknown one.
  if (!/^[1-9]\d{0,14}$/.test(caseId)) return <Navigate {...paths.error(404)} replace />;
  return <CaseDetails key={caseId} caseId={caseId} />;
}

function CaseDetails({ caseId }: { caseId: string }) {
  const { t } = useTranslation();
  const [hasConflict, setHasConflict] = useState(false);
  const read = useCall(getCase, { path: { caseId } }, { handlesOwnErrors: true, staleTime: 0 });
  const { data, refetch } = read;
  if (data !== undefined) {
    return (
      <LoadedCase
        caseView={data}
        hasConflict={hasConflict}
        onChanged={async () => {
          setHasConflict(false);
          await refetch();
        }}
        onConflict={async () => {
          await refetch();
          setHasConflict(true);
        }}
        onConflictRead={() => setHasConflict(false)}
      />
    );
  }
  return (
    <LoadingPage
      title={t('cases.title', { id: caseId })}
      queries={[read]}
      failed={t('cases.failed', { id: caseId })}
      notFound={t('cases.not_found', { id: caseId })}
      isWide
    />
  );
}

const tabs = ['payments', 'notes', 'files', 'timeline'] as const;
type Tab = (typeof tabs)[number];

function LoadedCase({
  hasConflict,
  onConflictRead,
  ...props
}: CaseProps & { hasConflict: boolean; onConflictRead: () => void }) {
  const { t } = useTranslation();
  const { caseView } = props;
  const session = useSignedIn();
  const isPhone = useIsPhone();
  const [tab, setTab] = useState<Tab>('payments');
  const title = t('cases.title', { id: caseView.id });
  useTabTitle(title);
  const mayWork = isAllowed(session, { to: closeCase, path: caseView.merchantPath });
  const isEditable = mayWork && caseView.status === 'OPEN';
  const notes = caseView.events.filter(({ kind }) => kind === 'NOTE').length;
  const sections: Record<Tab, { count: number | undefined; content: ReactNode }> = {
    payments: {
      count: caseView.transactions.length,
      content: <CasePayments {...props} isEditable={isEditable} />,
    },
    notes: { count: notes, content: <CaseNotes {...props} isEditable={isEditable} /> },
    files: { count: caseView.files.length, content: <CaseFiles {...props} isEditable={isEditable} /> },
    timeline: { count: undefined, content: <CaseTimeline events={caseView.events} /> },
  };
  const label = (tabName: Tab): string =>
    sections[tabName].count === undefined
      ? t(`cases.${tabName}`)
      : `${t(`cases.${tabName}`)} · ${sections[tabName].count}`;
  const section = (tabName: Tab) => <Section title={label(tabName)}>{sections[tabName].content}</Section>;
  return (
    <Page
      title={title}
      subtitle={<CaseHeadline caseView={caseView} />}
      actions={mayWork && <CaseActions {...props} />}
    >
      {hasConflict && <ConflictNotice caseView={caseView} onClose={onConflictRead} />}
      <CaseHolds caseId={caseView.id} />
      <RelatedCases caseView={caseView} />
      {isPhone ? (
        <>
          <SegmentedControl
            fullWidth
            aria-label={title}
            value={tab}
            onChange={(next) => setTab(next as Tab)}
            data={tabs.map((tabName) => ({ value: tabName, label: t(`cases.${tabName}`) }))}
          />
          {sections[tab].content}
        </>
      ) : (
        <div className={classes.columns}>
          <div className={classes.cards}>
            {section('payments')}
            {section('notes')}
            {section('files')}
          </div>
          {section('timeline')}
        </div>
      )}
      <HistoryPanel objectKind="case" objectId={caseView.id} />
    </Page>
  );
}

function CaseHeadline({ caseView }: { caseView: CaseView }) {
  const { t } = useTranslation();
  return (
    <Headline
      status={<CaseStatusBadge fraudCase={caseView} />}
      owner={caseView.merchantName}
      time={
        <>
          {t('cases.opened_at')} <TimeText at={caseView.openedAt} isShort />
        </>
      }
    >
      <span>{caseView.ownerName ?? t('cases.no_owner')}</span>
    </Headline>
  );
}

/** Another user was quicker: their action, by name. */
function ConflictNotice({ caseView, onClose }: { caseView: CaseView; onClose: () => void }) {
  const { t } = useTranslation();
  const times = useTimes();
  const text = useCaseEventText();
  const last = caseView.events.find(({ kind }) =>
    ['CLOSED', 'REOPENED', 'ASSIGNED', 'UNASSIGNED'].includes(kind),
  );
  return (
    <Notice kind="pending" title={t('cases.conflict')} onClose={onClose}>
      {last !== undefined &&
        t('cases.conflict_text', { who: last.actor, what: text(last), at: times.short(last.at) })}
    </Notice>
  );
}

/** Other cases of the same payments. */
function RelatedCases({ caseView: { relatedCases } }: { caseView: CaseView }) {
  const { t } = useTranslation();
  if (relatedCases.length === 0) return null;
  return (
    <div className={classes.start}>
      <span className="quiet-text">{t('cases.related')}</span>
      {relatedCases.slice(0, 5).map(({ id, outcome }) => (
        <LinkButton key={id} to={paths.case(id)} variant="default" size="compact-sm">
          {`${t('cases.title', { id })} · ${t(outcome === null ? 'cases.status.OPEN' : `cases.outcome.${outcome}`)}`}
        </LinkButton>
      ))}
      {relatedCases.length > 5 && (
        <span className="quiet-text">{t('cases.related_more', { count: relatedCases.length - 5 })}</span>
      )}
    </div>
  );
}

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
function useCaseEventText(): (event: CaseEvent) => string {
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

/** The notes of a case, newest first, and a field for another one. */
export function CaseNotes({
  caseView,
  onChanged,
  onConflict,
  isEditable,
}: CaseProps & { isEditable: boolean }) {
  const { t } = useTranslation();
  async function send(note: string): Promise<void> {
    try {
      await call(addCaseNote, { path: { caseId: caseView.id }, body: { note } });
    } catch (cause) {
      if (cause instanceof CallFailure && cause.code === 'CASE_CLOSED') await onConflict();
      throw cause;
    }
  }
  const notes = caseView.events.filter(({ note }) => note !== null);
  return (
    <div className="stack">
      {isEditable && (
        <NoteForm
          label={t('cases.note')}
          help={t('cases.note_help')}
          submitLabel={t('cases.note_add')}
          maxLength={maxNote}
          check={(note) => (hasVisibleText(note) ? undefined : 'cases.note_missing')}
          send={send}
          onStored={onChanged}
        />
      )}
      {notes.length === 0 ? (
        <p className="quiet-text">{t('cases.no_notes')}</p>
      ) : (
        <NoteList notes={notes.map(({ actor, ...note }) => ({ ...note, by: actor }))} />
      )}
    </div>
  );
}
