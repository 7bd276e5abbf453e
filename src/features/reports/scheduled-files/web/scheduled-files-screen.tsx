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
import { useAddress } from '#web/address.ts';
import { useCall } from '#web/call/use-call.ts';
import { releaseUnsavedForms } from '#web/form/unsaved-forms.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { listViews } from '#features/reports/views/endpoints.ts';
import { listScheduledFiles } from '../endpoints.ts';
import { readScheduledFilesSearch } from '../scheduled-files-search.ts';
import { FileList } from './file-list.tsx';
import { SubscriptionItem } from './subscription-item.tsx';
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
                {...{ orgId, subscription }}
                views={choices}
                onChanged={reread}
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
