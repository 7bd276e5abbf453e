import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { HistoryPanel } from '#features/record/audit/web/history-panel.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { ActionBar } from '#ui/layout/action-bar.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { Section } from '#ui/layout/section.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { useArrival } from '#web/links/use-arrival.ts';
import { paths } from '#web/paths.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { features as allFeatures } from '#shared/permissions.ts';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useForm } from '#web/form/use-form.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { getOrganisation, reactivateOrganisation, saveOrganisationFeatures } from '../endpoints.ts';
import type { ManagedOrganisation, Organisation } from '../schemas.ts';
import type { ChildType } from '../tree-rules.ts';
import classes from './organisations.module.css';
import { CreateOrganisationDialog, EditOrganisationDialog } from './content-dialog.tsx';
import { DeactivateOrganisationDialog } from './deactivate-dialog.tsx';
import { DeleteOrganisationDialog } from './delete-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';

interface Props {
  orgId: number;
  tree: readonly Organisation[];
  /** Reads the tree again, and opens a new organisation. */
  onChanged: (created?: number) => Promise<void>;
}

type Action = 'create' | 'edit' | 'move' | 'deactivate' | 'delete';
type Flash = 'changed' | 'moved' | 'deactivated' | 'reactivated' | 'features';

/** One organisation: its properties, its features, and the user's actions. */
export function OrganisationPanel({ orgId, tree, onChanged }: Props) {
  const { t } = useTranslation();
  const loaded = useCall(getOrganisation, { path: { orgId } }, { handlesOwnErrors: true, staleTime: 0 });
  const isAddingMerchant = useArrival('MERCHANT');
  const [action, setAction] = useState<Action | undefined>(isAddingMerchant ? 'create' : undefined);
  const [flash, setFlash] = useState<Flash>();
  const reactivate = useSend(reactivateOrganisation, { handlesOwnErrors: true });
  const organisation = loaded.data;
  const close = () => setAction(undefined);
  async function showSuccess(success: Flash): Promise<void> {
    close();
    setFlash(success);
    await Promise.all([loaded.refetch(), onChanged()]);
  }
  if (organisation === undefined) {
    return loaded.error === null ? (
      <SkeletonLines lines={8} />
    ) : (
      <ErrorState
        title={t('organisations.failed')}
        requestId={loaded.error.requestId}
        onRetry={() => void loaded.refetch()}
      >
        {errorText(loaded.error.message)}
      </ErrorState>
    );
  }
  return (
    <div className={classes.panel}>
      <Head
        organisation={organisation}
        isBusy={reactivate.isPending}
        onChoose={setAction}
        onReactivate={() =>
          reactivate.mutate(
            { path: { orgId }, body: {} },
            { onSuccess: () => void showSuccess('reactivated') },
          )
        }
      />
      {flash !== undefined && (
        <Notice kind="success" onClose={() => setFlash(undefined)}>
          {t(`organisations.flash.${flash}`)}
        </Notice>
      )}
      <FailureNotice failure={reactivate.error} />
      {organisation.active && organisation.isInactiveAbove && (
        <Notice kind="pending">{t('organisations.inactive_above')}</Notice>
      )}
      <Overview organisation={organisation} />
      <FeaturesForm organisation={organisation} onSaved={() => showSuccess('features')} />
      <HistoryPanel objectKind="organisation" objectId={String(orgId)} />
      <ActionDialog
        {...{ action, organisation, tree }}
        firstType={isAddingMerchant ? 'MERCHANT' : undefined}
        onClose={close}
        onCreated={async (id) => {
          close();
          await onChanged(id);
        }}
        onDone={(success) => void showSuccess(success)}
        onDeleted={() => onChanged(organisation.parentId ?? undefined)}
      />
    </div>
  );
}

interface HeadProps {
  organisation: ManagedOrganisation;
  isBusy: boolean;
  onChoose: (action: Action) => void;
  onReactivate: () => void;
}

function Head({ organisation, isBusy, onChoose, onReactivate }: HeadProps) {
  const { t } = useTranslation();
  const { id, name, type, active, isInactiveAbove } = organisation;
  const { mayChange, mayCreate, mayMove, mayDeactivate, mayDelete } = organisation;
  const choice = (action: Action, label: string) => ({ id: action, label, onChoose: () => onChoose(action) });
  return (
    <div className={classes.head}>
      <div className={classes.name}>
        <h2>{name}</h2>
        <StatusBadge tone="info" label={t(`organisation.type.${type}`)} />
        {(!active || isInactiveAbove) && (
          <StatusBadge tone="warning" label={t('organisations.deactivated')} />
        )}
        <CopyText text={String(id)} />
      </div>
      <ActionBar
        primary={
          mayCreate.length > 0 ? choice('create', t(`organisations.add.${mayCreate[0] ?? ''}`)) : undefined
        }
        secondary={mayChange ? choice('edit', t('organisations.edit')) : undefined}
        more={[
          ...(mayMove ? [choice('move', t('organisations.move'))] : []),
          ...(mayDeactivate && active ? [choice('deactivate', t('organisations.deactivate'))] : []),
          ...(mayDeactivate && !active
            ? [
                {
                  id: 'reactivate',
                  label: t('organisations.reactivate'),
                  isBusy,
                  onChoose: onReactivate,
                },
              ]
            : []),
          ...(mayDelete ? [choice('delete', t('organisations.delete'))] : []),
        ]}
      />
    </div>
  );
}

interface ActionDialogProps {
  action: Action | undefined;
  organisation: ManagedOrganisation;
  tree: readonly Organisation[];
  /** The preselected type of a new organisation. */
  firstType: ChildType | undefined;
  onClose: () => void;
  onCreated: (id: number) => Promise<void>;
  onDone: (success: Flash) => void;
  onDeleted: () => Promise<void>;
}

/** The dialog of the chosen action. */
function ActionDialog({
  action,
  organisation,
  tree,
  firstType,
  onClose,
  onCreated,
  onDone,
  onDeleted,
}: ActionDialogProps) {
  switch (action) {
    case undefined:
      return null;
    case 'create':
      return <CreateOrganisationDialog parent={organisation} {...{ firstType, onClose, onCreated }} />;
    case 'edit':
      return <EditOrganisationDialog {...{ organisation, onClose }} onSaved={() => onDone('changed')} />;
    case 'move':
      return <MoveDialog {...{ organisation, tree, onClose }} onMoved={() => onDone('moved')} />;
    case 'deactivate':
      return (
        <DeactivateOrganisationDialog {...{ organisation, onClose }} onDone={() => onDone('deactivated')} />
      );
    case 'delete':
      return <DeleteOrganisationDialog {...{ organisation, onClose, onDeleted }} />;
  }
}

function Overview({ organisation }: { organisation: ManagedOrganisation }) {
  const { t } = useTranslation();
  const { timeZone, inheritedTimeZone, installationCount, userCount, keyCount } = organisation;
  return (
    <Section title={t('organisations.overview')}>
      <DetailsList
        details={[
          {
            label: t('organisations.time_zone'),
            value: timeZone ?? t('organisations.inherited_zone', { zone: inheritedTimeZone }),
          },
          { label: t('organisations.installations'), value: String(installationCount), isNumeric: true },
          { label: t('organisations.users'), value: String(userCount), isNumeric: true },
          { label: t('organisations.keys'), value: String(keyCount), isNumeric: true },
        ]}
      />
      {organisation.type === 'MERCHANT' && installationCount === 0 && (
        <Allowed anyOf={['P_MANAGE_INSTALLATION']} path={organisation.path}>
          <p className={classes.missing}>
            {t('organisations.no_installations')}{' '}
            <Link {...paths.newInstallation()}>{t('organisations.add_installation')}</Link>
          </p>
        </Allowed>
      )}
    </Section>
  );
}

interface FeaturesFormProps {
  organisation: ManagedOrganisation;
  onSaved: () => Promise<void>;
}

/** The features of an organisation. Those from above are on, and are changed there. */
function FeaturesForm({ organisation, onSaved }: FeaturesFormProps) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const send = useSend(saveOrganisationFeatures, { handlesOwnErrors: true });
  const { id, version, features, maySetFeatures } = organisation;
  const ownFeatures = features.filter(({ from }) => from === null).map(({ code }) => code);
  const above = new Map(features.flatMap(({ code, from }) => (from === null ? [] : [[code, from]])));
  const form = useForm({
    initial: { chosen: ownFeatures },
    version,
    comparable: (values) => values.chosen.toSorted(),
    validate: () => ({}),
    send: async ({ chosen }) => {
      await send.mutateAsync({ path: { orgId: id }, body: { features: chosen, version } });
      await onSaved();
    },
  });
  const { isDirty } = form;
  const { chosen } = form.values;
  return (
    <Section title={t('organisations.features')}>
      <UnsavedGuard isDirty={isDirty} />
      <div className={classes.features}>
        {!maySetFeatures && <p className="quiet">{t('organisations.features_provider')}</p>}
        <FailureNotice failure={form.failure} />
        {allFeatures.map((code) => {
          const from = above.get(code);
          const help = t(`organisations.feature.${code}.text`);
          return (
            <SwitchField
              key={code}
              label={t(`organisations.feature.${code}.name`)}
              help={from === undefined ? help : `${help} ${t('organisations.feature_from', { name: from })}`}
              isOn={from !== undefined || chosen.includes(code)}
              disabled={!maySetFeatures || from !== undefined}
              onChange={(isOn) =>
                form.change({
                  chosen: allFeatures.filter((feature) =>
                    feature === code ? isOn : chosen.includes(feature),
                  ),
                })
              }
            />
          );
        })}
        {maySetFeatures && (
          <div className={classes.footer}>
            <Button variant="default" disabled={!isDirty || form.isBusy} onClick={form.reset}>
              {texts.cancel}
            </Button>
            <Button disabled={!isDirty} loading={form.isBusy} onClick={() => void form.submit()}>
              {t('organisations.save_features')}
            </Button>
          </div>
        )}
      </div>
    </Section>
  );
}
