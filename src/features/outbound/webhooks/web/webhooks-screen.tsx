import { Button, type ButtonProps } from '@mantine/core';
import { useNavigate, Link } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useTimes, type Times } from '#web/format/use-times.ts';
import { readItems, useListResult } from '#web/list-screen/list-result.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import type { Translate } from '#web/translate/translator.ts';
import { createWebhook, listWebhooks } from '../endpoints.ts';
import type { ListedWebhook } from '../schemas.ts';
import { type WebhooksSearch, readWebhooksSearch } from '../webhooks-search.ts';
import { CreateWebhookDialog } from './webhook-dialog.tsx';
import { eventLabel, WebhookStatus } from './webhook-status.tsx';

const address = {
  name: 'webhooks',
  read: readWebhooksSearch,
  to: (params: WebhooksSearch) => paths.webhooks(params),
  page: offsetPages<WebhooksSearch>(),
};
const rowId = ({ endpointId }: ListedWebhook): string => endpointId;

/** /settings/webhooks: the webhooks of the selected organisation's installations (docs/domain.md#webhooks). */
export function WebhooksScreen() {
  const { t } = useTranslation();
  const state = useListState(address);
  const { offset, pageSize } = state.params;
  const navigate = useNavigate();
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const times = useTimes();
  const [isCreating, setIsCreating] = useState(false);
  const result = useListResult(listWebhooks, { path: { orgId }, query: { offset, pageSize } }, readItems);
  const columns = useMemo(() => columnsOfWebhooks(t, times), [t, times]);
  const open = useCallback(
    ({ endpointId }: ListedWebhook) => void navigate(paths.webhook(endpointId)),
    [navigate],
  );
  const create = (button: Pick<ButtonProps, 'variant' | 'leftSection'>) => (
    <Allowed to={createWebhook}>
      <Button {...button} onClick={() => setIsCreating(true)}>
        {t('webhooks.create')}
      </Button>
    </Allowed>
  );
  return (
    <ListScreen
      title={t('screen.webhooks')}
      subtitle={organisation.selectedOrgName}
      state={state}
      actions={create({ leftSection: <IconPlus size={16} aria-hidden /> })}
      result={result}
      countKey="webhooks.count"
      columns={columns}
      rowId={rowId}
      onOpen={open}
      failureTexts={{
        title: t('webhooks.list_failed'),
        forbidden: { title: t('webhooks.forbidden'), text: t('webhooks.forbidden_text') },
      }}
      empty={
        <EmptyState title={t('webhooks.none')} action={create({ variant: 'default' })}>
          {t('webhooks.none_text')}
        </EmptyState>
      }
    >
      {isCreating && (
        <CreateWebhookDialog orgId={orgId} onCreated={result.refresh} onClose={() => setIsCreating(false)} />
      )}
    </ListScreen>
  );
}

/** The columns of the list of webhooks. */
function columnsOfWebhooks(t: Translate, times: Times): GridColumn<ListedWebhook>[] {
  return [
    {
      id: 'url',
      header: t('webhooks.address'),
      width: 340,
      isPinned: true,
      isAlwaysShown: true,
      text: ({ url }) => url,
      cell: ({ url, endpointId }) => (
        <Link {...paths.webhook(endpointId)} tabIndex={-1}>
          {url}
        </Link>
      ),
      card: 'title',
    },
    {
      id: 'status',
      header: t('webhooks.status_label'),
      width: 130,
      isWhole: 'badge',
      text: ({ status }) => t(`webhooks.status.${status}`),
      cell: ({ status }) => <WebhookStatus status={status} />,
      card: 'status',
    },
    {
      id: 'events',
      header: t('webhooks.events'),
      width: 260,
      text: ({ events }) => events.map((event) => eventLabel(t, event)).join(', '),
      card: 'subtitle',
    },
    {
      id: 'installations',
      header: t('webhooks.installations'),
      width: 220,
      text: ({ installations, installationCount }) => {
        const names = installations.join(', ');
        const more = installationCount - installations.length;
        return more === 0 ? names : t('webhooks.and_more', { names, more });
      },
    },
    {
      id: 'failingSince',
      header: t('webhooks.failing_since'),
      width: 160,
      ...timeColumn(times, ({ failingSince }: ListedWebhook) => failingSince),
      card: 'time',
    },
  ];
}
