import { Button } from '@mantine/core';
import { useState } from 'react';
import { parseLocale } from '#shared/locales.ts';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { releaseUnsavedForms } from '#web/form/unsaved-forms.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { changeSubscription, endSubscription } from '../endpoints.ts';
import type { Subscription } from '../schemas.ts';
import { scheduleText } from './schedule-text.ts';
import { SubscribeDialog } from './subscribe-dialog.tsx';

interface ItemProps {
  orgId: number;
  subscription: Subscription;
  views: readonly { id: string; name: string }[];
  onChanged: () => Promise<void>;
}

/** A schedule with what its user can do with it. */
export function SubscriptionItem({ orgId, subscription, views, onChanged }: ItemProps) {
  const { t, language } = useTranslation();
  const times = useTimes();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const { viewId, viewName, organisationName, format, period, endReason, nextDueAt, isPaused } = subscription;
  const name = subscription.name ?? viewName;
  const pausing = usePausing(orgId, subscription, onChanged);
  // The view stays a choice when its user can no longer open it.
  const choices = views.some(({ id }) => id === viewId) ? views : [{ id: viewId, name: viewName }, ...views];
  return (
    <li className="boxed-item">
      <div>
        <p className="boxed-item-name">
          {name} {isPaused && <StatusBadge tone="neutral" label={t('scheduled_files.paused')} />}
        </p>
        <p className="quiet-text">
          {[
            ...(name === viewName ? [] : [t('scheduled_files.of_view', { name: viewName })]),
            scheduleText(subscription, t, language),
            t(`scheduled_files.period.${period}`),
            format,
            organisationName,
          ].join(' · ')}
        </p>
        <p className="quiet-text">
          {endReason === null
            ? isPaused
              ? t('scheduled_files.paused_text')
              : t('scheduled_files.next', { moment: times.short(nextDueAt) })
            : t(`scheduled_files.ended.${endReason}`)}
        </p>
        <FailureNotice failure={pausing.failure} />
      </div>
      <div className="end-buttons">
        {endReason === null && (
          <>
            <ItemButton text={t('scheduled_files.edit')} name={name} onClick={() => setDialog('edit')} />
            <ItemButton
              text={t(isPaused ? 'scheduled_files.resume' : 'scheduled_files.pause')}
              name={name}
              isBusy={pausing.isBusy}
              onClick={pausing.toggle}
            />
          </>
        )}
        <ItemButton text={t('scheduled_files.delete')} name={name} onClick={() => setDialog('delete')} />
      </div>
      {dialog === 'edit' && (
        <SubscribeDialog
          orgId={orgId}
          views={choices}
          subscription={subscription}
          onSaved={() => {
            void onChanged();
            releaseUnsavedForms();
            setDialog(undefined);
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      <DeleteDialog
        {...{ orgId, name, onChanged }}
        id={subscription.id}
        isOpen={dialog === 'delete'}
        onClose={() => setDialog(undefined)}
      />
    </li>
  );
}

interface ButtonProps {
  text: string;
  name: string;
  isBusy?: boolean;
  onClick: () => void;
}

/** Its name has that of the schedule. */
const ItemButton = ({ text, name, isBusy = false, onClick }: ButtonProps) => (
  <Button variant="default" loading={isBusy} aria-label={`${text}: ${name}`} onClick={onClick}>
    {text}
  </Button>
);

/** Pauses a schedule, or lets it go on. A refusal reads the schedules again. */
function usePausing(orgId: number, subscription: Subscription, onChanged: () => Promise<void>) {
  const { language } = useTranslation();
  const change = useSend(changeSubscription, { handlesOwnErrors: true });
  const [failure, setFailure] = useState<CallFailure>();
  const { id, viewId, name, frequency, day, hour, timeZone, period, format, isPaused, version } =
    subscription;
  return {
    failure,
    isBusy: change.isPending,
    toggle: () => {
      setFailure(undefined);
      const schedule = { frequency, day, hour, timeZone, period, format };
      const body = { viewId, name, ...schedule, locale: parseLocale(language), isPaused: !isPaused, version };
      void change
        .mutateAsync({ path: { orgId, subscriptionId: id }, body })
        .catch(setFailure)
        .finally(() => void onChanged());
    },
  };
}

interface DeleteProps {
  orgId: number;
  id: string;
  name: string;
  isOpen: boolean;
  onChanged: () => Promise<void>;
  onClose: () => void;
}

function DeleteDialog({ orgId, id, name, isOpen, onChanged, onClose }: DeleteProps) {
  const { t } = useTranslation();
  const remove = useSend(endSubscription, { handlesOwnErrors: true });
  const [failure, setFailure] = useState<CallFailure>();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDangerous
      title={t('scheduled_files.delete_title', { name })}
      confirmLabel={t('scheduled_files.delete')}
      onCancel={onClose}
      onConfirm={() =>
        remove
          .mutateAsync({ path: { orgId, subscriptionId: id } })
          .then(onChanged)
          .catch(setFailure)
      }
    >
      <div className="stack">
        <p>{t('scheduled_files.delete_text')}</p>
        <FailureNotice failure={failure} />
      </div>
    </ConfirmDialog>
  );
}
