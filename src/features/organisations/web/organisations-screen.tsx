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
import { organisationNode } from '#web/session/organisation-node.ts';
import { reloadTree, useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { mayLeave } from '#web/form/unsaved-forms.ts';
import { getOrganisationHierarchy } from '../endpoints.ts';
import classes from './organisations.module.css';
import { OrganisationPanel } from './manage/organisation-panel.tsx';

/** /settings/organisations and one of them (docs/domain.md#managing-organisations). On a phone, one after the other. */
export function OrganisationsScreen() {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const { organisation } = useSignedIn();
  const { selectedParentOrgId: top } = organisation;
  const inAddress = Number(usePathPart('orgId'));
  const shown = inAddress > 0 ? inAddress : isPhone ? undefined : top;
  const tree = useCall(
    getOrganisationHierarchy,
    { path: { orgId: top }, query: { withParent: 'true' } },
    { handlesOwnErrors: true, staleTime: 0 },
  );
  const nodes = useMemo(
    () =>
      tree.data?.map((one) => ({
        ...organisationNode(one.id === top ? { ...one, parentOrgId: null } : one),
        note: one.active
          ? t(`organisation.type.${one.type}`)
          : `${t(`organisation.type.${one.type}`)} · ${t('organisations.deactivated')}`,
      })),
    [tree.data, t, top],
  );
  async function open(id: number): Promise<void> {
    if (id === shown || !(await mayLeave())) return;
    await navigate({ ...paths.organisation(id), ignoreBlocker: true });
  }
  async function reread(id?: number): Promise<void> {
    await Promise.all([tree.refetch(), reloadTree()]);
    if (id !== undefined) await navigate({ ...paths.organisation(id), ignoreBlocker: true });
  }
  const isDetail = isPhone && shown !== undefined;
  return (
    <Page
      title={t('screen.organisations')}
      subtitle={organisation.selectedOrgName}
      back={isDetail ? <TreeLink /> : undefined}
    >
      {tree.error != null && tree.data == null ? (
        <ErrorState
          title={t('organisations.list_failed')}
          requestId={tree.error.requestId}
          onRetry={() => void tree.refetch()}
        >
          {errorText(tree.error.message)}
        </ErrorState>
      ) : nodes == null ? (
        <SkeletonLines lines={10} />
      ) : (
        <div className={classes.layout}>
          {!isDetail && (
            <TreePicker
              nodes={nodes}
              selectedId={shown === undefined ? undefined : String(shown)}
              onPick={(id) => void open(Number(id))}
              label={t('organisation.tree')}
              searchLabel={t('organisation.search')}
              emptyText={t('organisation.none_found')}
            />
          )}
          {shown !== undefined && (
            <OrganisationPanel key={shown} orgId={shown} tree={tree.data ?? []} onChanged={reread} />
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
