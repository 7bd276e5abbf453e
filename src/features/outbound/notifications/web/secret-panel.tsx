import { Button } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '#web/translate/translate.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getSecretStatus, rotateNotificationSecret } from '../endpoints.ts';
import { overlapHours } from '../overlap-hours.ts';
import classes from './notifications.module.css';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { toFailure, type CallFailure, isVersionConflict } from '#web/call/call-failure.ts';
import { useCall, useSend } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';

type Result = 'renewed' | 'conflict' | CallFailure;

interface Props {
  installationId: number;
  mayRenew: boolean;
}

/** The status of the signing secret, and a button to renew it. Merchants read the secret through the API. */
export function SecretPanel({ installationId, mayRenew }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const path = { installationId };
  const status = useCall(getSecretStatus, { path }, { handlesOwnErrors: true, staleTime: 0 });
  const rotate = useSend(rotateNotificationSecret, { handlesOwnErrors: true });
  const [isConfirming, setIsConfirming] = useState(false);
  const [hours, setHours] = useState('24');
  const [result, setResult] = useState<Result>();
  const { data } = status;
  async function renew(): Promise<void> {
    const previousForHours = overlapHours.find((choice) => String(choice) === hours) ?? 24;
    try {
      await rotate.mutateAsync({ path, body: { version: data?.version ?? 0, previousForHours } });
      setResult('renewed');
    } catch (cause) {
      setResult(isVersionConflict(cause) ? 'conflict' : toFailure(cause));
    }
    setIsConfirming(false);
    await status.refetch();
  }
  if (status.error !== null && data === undefined) {
    return (
      <ErrorState
        title={t('notifications.secret.load_failed')}
        requestId={status.error.requestId}
        onRetry={() => void status.refetch()}
      >
        {errorText(status.error.message)}
      </ErrorState>
    );
  }
  if (data === undefined) return <SkeletonLines lines={2} />;
  return (
    <>
      <p className="quiet-text">
        {data.rotatedAt === null
          ? t('notifications.secret.never')
          : t('notifications.secret.renewed_at', { at: times.moment(data.rotatedAt) })}
        {data.previousValidUntil !== null &&
          ` ${t('notifications.secret.previous_until', { at: times.moment(data.previousValidUntil) })}`}
      </p>
      {result !== undefined && <ResultNotice result={result} onClose={() => setResult(undefined)} />}
      {mayRenew && (
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setIsConfirming(true)}>
            {t('notifications.secret.renew')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        isDangerous
        title={t('notifications.secret.renew_title')}
        confirmLabel={t('notifications.secret.renew_now')}
        onConfirm={renew}
        onCancel={() => setIsConfirming(false)}
      >
        <div className={classes.asked}>
          <p>{t('notifications.secret.renew_text')}</p>
          <SelectField
            label={t('notifications.secret.overlap')}
            value={hours}
            choices={overlapHours.map((choice) => ({
              value: String(choice),
              label: t(`notifications.secret.overlap_hours.${choice}`),
            }))}
            onChange={(value) => setHours(value ?? '24')}
          />
        </div>
      </ConfirmDialog>
    </>
  );
}

function ResultNotice({ result, onClose }: { result: Result; onClose: () => void }) {
  const { t } = useTranslation();
  if (typeof result === 'object')
    return (
      <FailureNotice failure={result} title={t('notifications.secret.flash.failed')} onClose={onClose} />
    );
  return (
    <Notice kind={result === 'renewed' ? 'success' : 'failed'} onClose={onClose}>
      {t(`notifications.secret.flash.${result}`)}
    </Notice>
  );
}
