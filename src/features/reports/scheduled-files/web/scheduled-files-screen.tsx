import { Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Section } from '#ui/layout/section.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { useAddress } from '#web/address.ts';
import type { CallFailure } from '#web/call/call-failure.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { releaseUnsavedForms } from '#web/form/unsaved-forms.ts';
import { useTimes } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { listViews } from '#features/reports/views/endpoints.ts';
import { endSubscription, listScheduledFiles } from '../endpoints.ts';
import type { Subscription } from '../schemas.ts';
import { readScheduledFilesSearch } from '../scheduled-files-search.ts';
import { FileList } from './file-list.tsx';
import { scheduleText } from './schedule-text.ts';
import { SubscribeDialog } from './subscribe-dialog.tsx';

/** /scheduledFiles: the user's schedules of files, and the files of the last 30 days. */
export function ScheduledFilesScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const address = useAddress(readScheduledFilesSearch);
  const path = { orgId };
  const list = useCall(listScheduledFiles, { path }, { handlesOwnErrors: true, refetchInterval: 60_000 });
  const views = useCall(listViews, { path }, { handlesOwnErrors: true });
  const [isNew, setNew] = useState(false);
  const choices = (views.data?.views ?? []).filter(({ mayOpen }) => mayOpen);
  const isOpen = (isNew || address.view !== undefined) && choices.length > 0;
  const close = (): void => {
    setNew(false);
    releaseUnsavedForms();
    if (address.view !== undefined) void navigate({ ...paths.scheduledFiles(), replace: true });
  };
  const reread = () => queries.invalidateQueries({ queryKey: ['listScheduledFiles'] });
  const step = { label: t('scheduled_files.go_to_search'), onClick: () => void navigate(paths.search()) };
  return (
    <Page
      title={t('screen.scheduledFiles')}
      subtitle={t('scheduled_files.subtitle')}
      actions={choices.length > 0 && <Button onClick={() => setNew(true)}>{t('scheduled_files.new')}</Button>}
    >
      {list.isPending && <SkeletonLines lines={4} lineHeight={36} />}
      {list.isError && (
        <ErrorState
          title={t('scheduled_files.failed')}
          requestId={list.error.requestId}
          onRetry={() => void list.refetch()}
        >
          {errorText(list.error.message)}
        </ErrorState>
      )}
      {list.data?.subscriptions.length === 0 && (
        <EmptyState
          title={t('scheduled_files.none')}
          icon={<IconClock size={22} aria-hidden />}
          step={
            choices.length > 0
              ? { label: t('scheduled_files.new'), onClick: () => setNew(true) }
              : views.data && step
          }
        >
          {t(choices.length > 0 ? 'scheduled_files.none_text' : 'scheduled_files.no_views')}
        </EmptyState>
      )}
      {list.data !== undefined && list.data.subscriptions.length > 0 && (
        <>
          <ul className="plain-list" aria-label={t('scheduled_files.schedules')}>
            {list.data.subscriptions.map((subscription) => (
              <SubscriptionItem
                key={subscription.id}
                orgId={orgId}
                subscription={subscription}
                onDeleted={reread}
              />
            ))}
          </ul>
          <Section title={t('scheduled_files.history')}>
            <FileList orgId={orgId} files={list.data.files} />
          </Section>
        </>
      )}
      {isOpen && (
        <SubscribeDialog
          orgId={orgId}
          views={choices}
          viewId={address.view}
          onSaved={() => {
            void reread();
            close();
          }}
          onClose={close}
        />
      )}
    </Page>
  );
}

interface ItemProps {
  orgId: number;
  subscription: Subscription;
  onDeleted: () => Promise<void>;
}

function SubscriptionItem({ orgId, subscription, onDeleted }: ItemProps) {
  const { t, language } = useTranslation();
  const times = useTimes();
  const remove = useSend(endSubscription, { handlesOwnErrors: true });
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<CallFailure>();
  const { id, viewName, organisationName, format, period, endReason, nextDueAt } = subscription;
  return (
    <li className="boxed-item">
      <div>
        <p className="boxed-item-name">{viewName}</p>
        <p className="quiet-text">
          {[
            scheduleText(subscription, t, language),
            t(`scheduled_files.period.${period}`),
            format,
            organisationName,
          ].join(' · ')}
        </p>
        <p className="quiet-text">
          {endReason === null
            ? t('scheduled_files.next', { moment: times.short(nextDueAt) })
            : t(`scheduled_files.ended.${endReason}`)}
        </p>
      </div>
      <Button
        variant="default"
        aria-label={`${t('scheduled_files.delete')}: ${viewName}`}
        onClick={() => setAsking(true)}
      >
        {t('scheduled_files.delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        isDangerous
        title={t('scheduled_files.delete_title', { name: viewName })}
        confirmLabel={t('scheduled_files.delete')}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          remove
            .mutateAsync({ path: { orgId, subscriptionId: id } })
            .then(onDeleted)
            .catch(setFailure)
        }
      >
        <div className="stack">
          <p>{t('scheduled_files.delete_text')}</p>
          <FailureNotice failure={failure} />
        </div>
      </ConfirmDialog>
    </li>
  );
}
