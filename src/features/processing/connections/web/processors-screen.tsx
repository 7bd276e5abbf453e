import { Link } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { useCall } from '#web/call/use-call.ts';
import { ModeBadge } from '#web/format/mode-badge.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { listConnections } from '../endpoints.ts';
import type { ListedConnection } from '../schemas.ts';
import { ProcessorTabs } from './processor-tabs.tsx';
import { StateBadge, adapterName } from './processor-words.tsx';
import classes from './processors.module.css';

/** /settings/processors: the connections that the selected organisation owns or may use (docs/processors.md#settings). */
export function ProcessorsScreen() {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const list = useCall(listConnections, { path: { orgId } }, { handlesOwnErrors: true, staleTime: 0 });
  const mayAdd = list.data?.isOwner === true && list.data.mayChange;
  const own = list.data?.connections.filter(({ organisationId }) => organisationId !== null) ?? [];
  const addButton = (variant?: 'default') =>
    mayAdd && (
      <LinkButton
        to={paths.newConnection()}
        variant={variant}
        leftSection={variant === undefined && <IconPlus size={16} aria-hidden />}
      >
        {t('processors.connect')}
      </LinkButton>
    );
  return (
    <Page
      width="form"
      title={t('screen.processors')}
      subtitle={organisation.selectedOrgName}
      actions={addButton()}
    >
      <ProcessorTabs />
      {list.error !== null ? (
        <ErrorState
          title={t('processors.list_failed')}
          requestId={list.error.requestId}
          onRetry={() => void list.refetch()}
        >
          {list.error.status === 403 ? t('processors.forbidden_text') : errorText(list.error.message)}
        </ErrorState>
      ) : list.data === undefined ? (
        <SkeletonLines lines={8} />
      ) : (
        <>
          {list.data.connections.length > 0 && (
            <ul className="plain-list" aria-label={t('screen.processors')}>
              {list.data.connections.map((connection) => (
                <ConnectionItem key={connection.connectionId} connection={connection} />
              ))}
            </ul>
          )}
          {own.length === 0 && (
            <EmptyState title={t('processors.none')} action={addButton('default')}>
              {t(
                list.data.connections.some(({ state }) => state === 'ACTIVE')
                  ? 'processors.none_own_text'
                  : 'processors.none_text',
              )}
              {!list.data.isOwner && <p>{t('processors.not_owner')}</p>}
            </EmptyState>
          )}
        </>
      )}
    </Page>
  );
}

function ConnectionItem({ connection }: { connection: ListedConnection }) {
  const { t } = useTranslation();
  const times = useTimes();
  const { connectionId, organisationId, organisationName, name, adapter, acquirer, state, mode } = connection;
  const { testedAt, hasPassed, downSince, routes, isLoaded, mayView } = connection;
  return (
    <li className="boxed-item">
      <div>
        <p className="boxed-item-name">
          {mayView && organisationId !== null ? (
            <Link {...paths.connection(organisationId, connectionId)}>{name}</Link>
          ) : (
            name
          )}
        </p>
        <p className={classes.facts}>
          <span>{adapterName(adapter)}</span>
          <span>{acquirer}</span>
          <span>{organisationName ?? t('processors.operator')}</span>
          <span>{t('processors.named_by', { count: routes })}</span>
          {testedAt !== null && (
            <span>
              {t(hasPassed === true ? 'processors.tested' : 'processors.test_failed', {
                moment: times.moment(testedAt),
              })}
            </span>
          )}
        </p>
      </div>
      <div className={classes.badges}>
        <ModeBadge mode={mode} />
        <StateBadge state={state} />
        {downSince !== null && (
          <StatusBadge
            tone="failed"
            label={t('processors.down_since', { moment: times.moment(downSince) })}
          />
        )}
        {!isLoaded && <StatusBadge tone="warning" label={t('processors.not_loaded')} />}
      </div>
    </li>
  );
}
