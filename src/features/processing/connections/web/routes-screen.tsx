import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Page } from '#ui/layout/page.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { isPendingApproval } from '#web/call/approval.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { useButtonForm } from '#web/form/use-form.ts';
import { ModeBadge } from '#web/format/mode-badge.tsx';
import { LinkButton } from '#web/links/link-button.tsx';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { deleteRoute, listRoutes, orderRoutes } from '../endpoints.ts';
import type { RouteView, RoutesView } from '../schemas.ts';
import { ProcessorTabs } from './processor-tabs.tsx';
import { StateBadge, routeSentence } from './processor-words.tsx';
import classes from './processors.module.css';
import { RouteDialog } from './route-dialog.tsx';
import { RouteTester } from './route-tester.tsx';

/** /settings/processors/routes: what decides about payments of the selected organisation (docs/processors.md#routes). */
export function RoutesScreen() {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const read = useCall(listRoutes, { path: { orgId } }, { handlesOwnErrors: true, staleTime: 0 });
  return (
    <Page width="form" title={t('screen.processors')} subtitle={organisation.selectedOrgName}>
      <ProcessorTabs />
      {read.error !== null ? (
        <ErrorState
          title={t('processors.routes_failed')}
          requestId={read.error.requestId}
          onRetry={() => void read.refetch()}
        >
          {read.error.status === 403 ? t('processors.forbidden_text') : errorText(read.error.message)}
        </ErrorState>
      ) : read.data === undefined ? (
        <SkeletonLines lines={8} />
      ) : (
        <Routes key={orgId} orgId={orgId} view={read.data} reread={() => read.refetch()} />
      )}
    </Page>
  );
}

interface Props {
  orgId: number;
  view: RoutesView;
  reread: () => Promise<unknown>;
}

function Routes({ orgId, view, reread }: Props) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<RouteView | 'new'>();
  const [flash, setFlash] = useState<'saved' | 'deleted' | 'ordered'>();
  const [own, ...inherited] = view.groups;
  const done = async (next: typeof flash): Promise<void> => {
    setEdited(undefined);
    setFlash(next);
    await reread();
  };
  const hasChoices = view.choices.length > 0;
  return (
    <>
      {flash !== undefined && (
        <Notice kind="success" onClose={() => setFlash(undefined)}>
          {t(`processors.route_flash.${flash}`)}
        </Notice>
      )}
      <Card title={t('processors.own_routes', { name: own?.organisationName ?? '' })}>
        <p className="quiet-text">{t('processors.routes_text')}</p>
        {own !== undefined && own.routes.length > 0 && (
          <OwnRoutes {...{ orgId, view, routes: own.routes, onEdit: setEdited, onDone: done }} />
        )}
        {own?.routes.length === 0 && (
          <EmptyState
            title={t('processors.no_own_routes')}
            action={
              !hasChoices && (
                <LinkButton to={paths.newConnection()} variant="default">
                  {t('processors.connect')}
                </LinkButton>
              )
            }
          >
            {t(hasChoices ? 'processors.no_own_routes_text' : 'processors.none_text')}
          </EmptyState>
        )}
        {view.mayChange && hasChoices && (
          <div className="end-buttons">
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
              {t('processors.add_route')}
            </Button>
          </div>
        )}
      </Card>
      {inherited.length > 0 && (
        <Card title={t('processors.inherited')}>
          <p className="quiet-text">{t('processors.inherited_text')}</p>
          {inherited.map(({ organisationId, organisationName, routes }) => (
            <section key={organisationId ?? 0}>
              <h3 className={classes.group}>{organisationName ?? t('processors.operator')}</h3>
              <ol className={classes.routes}>
                {routes.map((route, index) => (
                  <RouteItem key={route.routeId} route={route} position={index + 1} />
                ))}
              </ol>
            </section>
          ))}
        </Card>
      )}
      <RouteTester orgId={orgId} groups={view.groups} />
      {edited !== undefined && (
        <RouteDialog
          {...{ orgId, choices: view.choices, route: edited === 'new' ? undefined : edited }}
          onClose={() => setEdited(undefined)}
          onSaved={() => done('saved')}
        />
      )}
    </>
  );
}

interface OwnProps {
  orgId: number;
  view: RoutesView;
  routes: readonly RouteView[];
  onEdit: (route: RouteView) => void;
  onDone: (flash: 'deleted' | 'ordered') => Promise<void>;
}

/** The organisation's own routes, with buttons that move them. */
function OwnRoutes({ orgId, view, routes, onEdit, onDone }: OwnProps) {
  const { t, language } = useTranslation();
  const [deleted, setDeleted] = useState<RouteView>();
  const order = useSend(orderRoutes, { handlesOwnErrors: true });
  async function move(index: number, by: -1 | 1): Promise<void> {
    const routeIds = routes.map(({ routeId }) => routeId);
    const [moved] = routeIds.splice(index, 1);
    if (moved !== undefined) routeIds.splice(index + by, 0, moved);
    try {
      await order.mutateAsync({ path: { orgId }, body: { routeIds } });
      await onDone('ordered');
    } catch {
      // The notice shows the failure, or a dialog that a second person must agree.
    }
  }
  return (
    <>
      <FailureNotice failure={isPendingApproval(order.error) ? null : order.error} />
      <ol className={classes.routes} aria-label={t('processors.tab.routes')}>
        {routes.map((route, index) => {
          const sentence = routeSentence(t, language, route);
          const button = (key: string, icon: ReactNode, go: () => void, isOff = false) => (
            <ActionIcon
              variant="default"
              size={32}
              disabled={isOff || order.isPending}
              aria-label={t(`processors.${key}`, { route: sentence })}
              onClick={go}
            >
              {icon}
            </ActionIcon>
          );
          return (
            <RouteItem key={route.routeId} route={route} position={index + 1}>
              {view.mayChange && (
                <div className={classes.buttons}>
                  {button(
                    'move_up',
                    <IconArrowUp size={16} aria-hidden />,
                    () => void move(index, -1),
                    index === 0,
                  )}
                  {button(
                    'move_down',
                    <IconArrowDown size={16} aria-hidden />,
                    () => void move(index, 1),
                    index === routes.length - 1,
                  )}
                  {button('edit_route', <IconPencil size={16} aria-hidden />, () => onEdit(route))}
                  {button('delete_route', <IconTrash size={16} aria-hidden />, () => setDeleted(route))}
                </div>
              )}
            </RouteItem>
          );
        })}
      </ol>
      {deleted !== undefined && (
        <DeleteRoute
          {...{ orgId, route: deleted }}
          onClose={() => setDeleted(undefined)}
          onDeleted={async () => {
            setDeleted(undefined);
            await onDone('deleted');
          }}
        />
      )}
    </>
  );
}

interface ItemProps {
  route: RouteView;
  position: number;
  children?: ReactNode;
}

/** A route as a sentence, with what keeps it from taking payments. */
function RouteItem({ route, position, children }: ItemProps) {
  const { t, language } = useTranslation();
  return (
    <li className={classes.route}>
      <span className={classes.position}>{position}</span>
      <div>
        <p className={classes.sentence}>{routeSentence(t, language, route)}</p>
        <div className={classes.badges}>
          <ModeBadge mode={route.mode} />
          {route.connectionState !== 'ACTIVE' && <StateBadge state={route.connectionState} />}
          {route.downSince !== null && <StatusBadge tone="failed" label={t('processors.down')} />}
        </div>
      </div>
      {children}
    </li>
  );
}

interface DeleteProps {
  orgId: number;
  route: RouteView;
  onClose: () => void;
  onDeleted: () => Promise<void>;
}

function DeleteRoute({ orgId, route, onClose, onDeleted }: DeleteProps) {
  const { t, language } = useTranslation();
  const send = useSend(deleteRoute, { handlesOwnErrors: true });
  const form = useButtonForm(async () => {
    await send.mutateAsync({ path: { orgId, routeId: route.routeId } });
    await onDeleted();
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('processors.delete_title')}
      confirmLabel={t('processors.delete_confirm')}
      onConfirm={form.submit}
      onCancel={onClose}
    >
      <div className="stack">
        <p>{routeSentence(t, language, route)}</p>
        <p>{t('processors.delete_text')}</p>
        <FailureNotice failure={form.failure} />
      </div>
    </ConfirmDialog>
  );
}
