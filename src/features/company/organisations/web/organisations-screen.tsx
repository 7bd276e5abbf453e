import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useIsPhone } from '#ui/layout/use-is-phone.ts';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
import { BackLink } from '#web/links/back-link.tsx';
import { usePathPart } from '#web/address.ts';
import { useCall } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';
import { organisationNode } from '#web/session/session.ts';
import { reloadTree, useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { mayLeave } from '#web/form/unsaved-forms.ts';
import { getOrganisationHierarchy } from '../endpoints.ts';
import classes from './organisations.module.css';
import { OrganisationPanel } from './organisation-panel.tsx';

/** /settings/organisations and one of them (docs/domain.md#managing-organisations). On a phone, one after the other. */
export function OrganisationsScreen() {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const { organisation } = useSignedIn();
  const { selectedParentOrgId: topId } = organisation;
  const routeId = Number(usePathPart('orgId'));
  const openId = routeId > 0 ? routeId : isPhone ? undefined : topId;
  const tree = useCall(
    getOrganisationHierarchy,
    { path: { orgId: topId }, query: { withParent: 'true' } },
    { handlesOwnErrors: true, staleTime: 0 },
  );
  const nodes = useMemo(
    () =>
      tree.data?.map((node) => ({
        ...organisationNode(node.id === topId ? { ...node, parentOrgId: null } : node),
        note: node.active
          ? t(`organisation.type.${node.type}`)
          : `${t(`organisation.type.${node.type}`)} · ${t('organisations.deactivated')}`,
      })),
    [tree.data, t, topId],
  );
  async function openOrganisation(id: number): Promise<void> {
    if (id === openId || !(await mayLeave())) return;
    await navigate({ ...paths.organisation(id), ignoreBlocker: true });
  }
  async function reloadAndOpen(id?: number): Promise<void> {
    await Promise.all([tree.refetch(), reloadTree()]);
    if (id !== undefined) await navigate({ ...paths.organisation(id), ignoreBlocker: true });
  }
  const isDetail = isPhone && openId !== undefined;
  return (
    <Page
      title={t('screen.organisations')}
      subtitle={organisation.selectedOrgName}
      back={isDetail ? <TreeLink /> : undefined}
    >
      {tree.error !== null && tree.data === undefined ? (
        <ErrorState
          title={t('organisations.list_failed')}
          requestId={tree.error.requestId}
          onRetry={() => void tree.refetch()}
        >
          {errorText(tree.error.message)}
        </ErrorState>
      ) : nodes === undefined ? (
        <SkeletonLines lines={10} />
      ) : (
        <div className={classes.layout}>
          {!isDetail && (
            <TreePicker
              nodes={nodes}
              selectedId={openId === undefined ? undefined : String(openId)}
              onPick={(id) => void openOrganisation(Number(id))}
              label={t('organisation.tree')}
              searchLabel={t('organisation.search')}
              emptyText={t('organisation.none_found')}
            />
          )}
          {openId !== undefined && (
            <OrganisationPanel key={openId} orgId={openId} tree={tree.data ?? []} onChanged={reloadAndOpen} />
          )}
        </div>
      )}
    </Page>
  );
}

function TreeLink() {
  const { t } = useTranslation();
  return <BackLink to={paths.organisations()}>{t('screen.organisations')}</BackLink>;
}
