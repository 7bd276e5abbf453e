import { Button } from '@mantine/core';
import { useTimes } from '#web/format/use-times.ts';
import { getTransaction } from '#features/reports/transaction-details/endpoints.ts';
import type { ScheduleView } from '../../schemas.ts';
import { mayChange } from '../../schedule-status.ts';
import { FailureBanner, FailureStep, isCommonStep, useFailureTexts } from '#web/format/failure-banner.tsx';
import { LinkButton } from '#web/links/link-button.tsx';
import { paths } from '#web/paths.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

type Failure = NonNullable<ScheduleView['failure']>;

interface Props {
  schedule: ScheduleView;
  failure: Failure;
  /** Opens the dialog that cancels the schedule. */
  onCancel: () => void;
}

/** Why a schedule stopped or its last charge failed, on whose side, and what to do. */
export function ScheduleFailure(props: Props) {
  const { schedule, failure } = props;
  const { t } = useTranslation();
  const { isDecided, next, texts } = useFailureTexts(failure);
  const whatNow = useWhatNow(schedule, failure, texts, next);
  const { code } = failure;
  const [title, first] =
    code === 'DECLINED' || code === 'FAILED'
      ? [texts.reason, t(`schedules.problem.${code}`)]
      : [t(`schedules.change.${code}`), texts.reason];
  return (
    <FailureBanner
      kind={code === 'DECLINED' ? 'pending' : 'failed'}
      title={title}
      text={[first, texts.side, ...whatNow, isDecided && texts.uncharged]}
      action={<ScheduleStep {...props} next={next} />}
    />
  );
}

type FailureTexts = ReturnType<typeof useFailureTexts>;

/** The user's next step, or the automatic one. */
function useWhatNow(
  { nextEpisode }: ScheduleView,
  { code }: Failure,
  texts: FailureTexts['texts'],
  next: FailureTexts['next'],
): readonly (string | undefined)[] {
  const { t } = useTranslation();
  const times = useTimes();
  switch (code) {
    case 'CARD_NEEDED':
      return [t('schedules.problem.new_card')];
    case 'CONSENT_WITHDRAWN':
      return [texts.advice];
    case 'TECH_SUSPENDED':
      // The user can't charge again here.
      return [next === 'REPEAT' ? undefined : texts.advice, t('schedules.problem.provider_resumes')];
    case 'DECLINED':
      return nextEpisode === null || nextEpisode.retryIndex === 0
        ? []
        : [t('schedules.problem.retries', { day: times.day(nextEpisode.episodeDue) })];
    case 'FAILED':
      return [texts.advice, texts.retry];
  }
}

function ScheduleStep({ schedule, failure, next, onCancel }: Props & { next: FailureTexts['next'] }) {
  const { t } = useTranslation();
  const { metaData, lastEpisode, definition, currencyCode, installationId } = schedule;
  const isStopped = failure.code === 'CONSENT_WITHDRAWN' || next === 'SCHEDULE';
  if (isStopped && mayChange('cancel', schedule.status)) {
    return (
      <Allowed anyOf={['P_MANAGE_SCHEDULE']}>
        <Button variant="default" onClick={onCancel}>
          {t('schedules.action.cancel.button')}
        </Button>
      </Allowed>
    );
  }
  const step = failure.code === 'CARD_NEEDED' ? 'LINK' : next;
  if (isCommonStep(step) && failure.code !== 'DECLINED') {
    const amount = lastEpisode?.episodeData.amount ?? definition.episodeData[0]?.amount ?? '';
    const { customerEmail: emailAddress } = metaData;
    return (
      <FailureStep next={step} link={{ installationId, currency: currencyCode, amount, emailAddress }} />
    );
  }
  if (failure.transactionId === null) return null;
  return (
    <Allowed to={getTransaction}>
      <LinkButton variant="default" to={paths.transaction(failure.transactionId)}>
        {t('schedules.problem.open_charge')}
      </LinkButton>
    </Allowed>
  );
}
