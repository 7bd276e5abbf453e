import { cardDigits } from '#web/format/card-digits.ts';
import { type Icon, IconBan, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { toFailure, type CallFailure } from '#web/call/call-failure.ts';
import { cancelSchedule, resumeSchedule, suspendSchedule } from '../../endpoints.ts';
import type { ScheduleView } from '../../schemas.ts';
import { mayChange, type ScheduleAction } from '../../schedule-status.ts';
import classes from '../schedules.module.css';
import { useScheduleLabels } from '../use-schedule-labels.ts';
import { formatMoney } from '#shared/text/format-money.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { useLastShown } from '#ui/overlay/use-last-shown.ts';
import { useSend } from '#web/call/use-call.ts';
import { type PageAction, PageActionBar } from '#web/palette/page-action-bar.tsx';
import { Allowed } from '#web/session/allowed.tsx';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

interface Props {
  schedule: ScheduleView;
  /** The action that waits for confirmation. */
  requested: ScheduleAction | undefined;
  onRequest: (action: ScheduleAction | undefined) => void;
}

/** The actions that the status allows, each behind a confirmation (docs/domain.md#schedules). */
export function ScheduleActions({ schedule, requested, onRequest }: Props) {
  const { t, language } = useTranslation();
  const labels = useScheduleLabels();
  const queries = useQueryClient();
  const shown = useLastShown(requested) ?? 'suspend';
  const [failure, setFailure] = useState<CallFailure>();
  const send = {
    suspend: useSend(suspendSchedule, { handlesOwnErrors: true }),
    resume: useSend(resumeSchedule, { handlesOwnErrors: true }),
    cancel: useSend(cancelSchedule, { handlesOwnErrors: true }),
  };
  /** Whose card, how much and how often: helps the user to confirm the right schedule. */
  function describeSchedule({ definition, metaData, nextEpisode, currencyCode }: ScheduleView): string {
    const { customerName, maskedPan } = metaData;
    const amount = nextEpisode?.episodeData.amount ?? definition.episodeData[0]?.amount ?? '';
    const money = formatMoney(amount, currencyCode, browserLocale(language));
    const card = maskedPan === null ? null : cardDigits(maskedPan);
    const parts = [customerName, card, money, labels.rhythm(definition)];
    return parts.filter((part) => part !== null).join(' · ');
  }
  async function change(action: ScheduleAction): Promise<void> {
    setFailure(undefined);
    try {
      await send[action].mutateAsync({ path: { scheduleId: schedule.id } });
    } catch (cause) {
      // The page reports the failure and stays (docs/domain.md#failed-requests).
      setFailure(toFailure(cause));
    }
    onRequest(undefined);
    // Reloads the content of the page (docs/domain.md#schedules).
    await queries.invalidateQueries();
  }
  const toAction = (action: ScheduleAction, icon: Icon): PageAction | undefined =>
    mayChange(action, schedule.status)
      ? {
          id: action,
          label: t(`schedules.action.${action}.button`),
          icon,
          go: () => onRequest(action),
        }
      : undefined;
  const cancel = toAction('cancel', IconBan);
  return (
    <Allowed anyOf={['P_MANAGE_SCHEDULE']}>
      <PageActionBar
        primary={toAction('resume', IconPlayerPlay)}
        secondary={toAction('suspend', IconPlayerPause)}
        more={cancel === undefined ? [] : [{ ...cancel, isDangerous: true }]}
        failure={
          failure !== undefined && (
            <FailureNotice
              failure={failure}
              title={t('schedules.not_done')}
              onClose={() => setFailure(undefined)}
            />
          )
        }
      />
      <ConfirmDialog
        isOpen={requested !== undefined}
        isStatic
        isDangerous={shown === 'cancel'}
        title={t(`schedules.action.${shown}.title`)}
        confirmLabel={t(`schedules.action.${shown}.button`)}
        cancelLabel={t('details.go_back')}
        onConfirm={() => change(shown)}
        onCancel={() => onRequest(undefined)}
      >
        <p>{t(`schedules.action.${shown}.text`)}</p>
        <p className={classes.about}>{describeSchedule(schedule)}</p>
      </ConfirmDialog>
    </Allowed>
  );
}
