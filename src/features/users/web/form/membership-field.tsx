import { Button } from '@mantine/core';
import { useState, useMemo } from 'react';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { organisationNode } from '#web/session/organisation-node.ts';
import type { OrganisationUnit } from '../../schemas.ts';
import { resetRoles } from '../../role-choice.ts';
import type { UserForm } from '../../user-form.ts';
import classes from './user-form.module.css';
import type { UserEditContext } from '../use-user-edit-context.ts';

interface Props {
  form: UserForm;
  work: UserEditContext;
  places: readonly OrganisationUnit[];
  onChange: (part: Partial<UserForm>) => void;
}

/** The user's organisation. Non-domain users can move when there is more than one (docs/domain.md#users). */
export function MembershipField({ form, work, places, onChange }: Props) {
  const { t } = useTranslation();
  const { isDomainUser } = useSignedIn();
  const [isOpen, setIsOpen] = useState(false);
  const [pending, setPending] = useState<OrganisationUnit>();
  const membership = work.units.find(({ id }) => id === form.organisationId);
  const mayMove = !isDomainUser && places.length > 1;

  function move(place: OrganisationUnit): void {
    onChange({ organisationId: place.id, roles: resetRoles(form.roles, work.roles, work.held, place) });
    setPending(undefined);
  }
  function pick(place: OrganisationUnit): void {
    setIsOpen(false);
    if (place.id === form.organisationId) return;
    if (form.roles.size === 0) move(place);
    else setPending(place);
  }
  return (
    <div className={classes.membership}>
      <dl>
        <dt>{t('users.membership.label')}</dt>
        <dd>{membership?.name ?? form.organisationId}</dd>
      </dl>
      {mayMove && (
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {t('users.membership.change')}
        </Button>
      )}
      <ChangeMembershipDialog
        isOpen={isOpen}
        places={places}
        selectedId={form.organisationId}
        onPick={pick}
        onClose={() => setIsOpen(false)}
      />
      <MembershipChangedDialog
        place={pending}
        lost={pending == null ? [] : lostRoles(form, work, pending)}
        onConfirm={() => pending != null && move(pending)}
        onCancel={() => setPending(undefined)}
      />
    </div>
  );
}

function lostRoles(form: UserForm, work: UserEditContext, place: OrganisationUnit): string[] {
  const kept = resetRoles(form.roles, work.roles, work.held, place);
  return work.roles.filter(({ id }) => form.roles.has(id) && !kept.has(id)).map(({ name }) => name);
}

interface ChangeMembershipDialogProps {
  isOpen: boolean;
  places: readonly OrganisationUnit[];
  selectedId: number;
  onPick: (place: OrganisationUnit) => void;
  onClose: () => void;
}

/** The organisation tree that selects a user's membership (docs/domain.md#users). */
function ChangeMembershipDialog({
  isOpen,
  places,
  selectedId,
  onPick,
  onClose,
}: ChangeMembershipDialogProps) {
  const { t } = useTranslation();
  const nodes = useMemo(
    () =>
      places.map((one) => ({
        ...organisationNode(one),
        note: t(`organisation.type.${one.type}`),
      })),
    [places, t],
  );
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('users.membership.title')} size="medium">
      <TreePicker
        nodes={nodes}
        selectedId={String(selectedId)}
        onPick={(id) => {
          const place = places.find((one) => String(one.id) === id);
          if (place != null) onPick(place);
        }}
        label={t('organisation.tree')}
        searchLabel={t('organisation.search')}
        emptyText={t('organisation.none_found')}
      />
    </Dialog>
  );
}

interface MembershipChangedDialogProps {
  /** The selected organisation; undefined while the dialog is closed. */
  place: OrganisationUnit | undefined;
  /** Roles that cannot be given there and would be unchecked. */
  lost: readonly string[];
  onConfirm: () => void;
  onCancel: () => void;
}

/** Confirms a change of membership that affects checked roles (docs/domain.md#users). */
function MembershipChangedDialog({ place, lost, onConfirm, onCancel }: MembershipChangedDialogProps) {
  const { t } = useTranslation();
  const name = place?.name ?? '';
  return (
    <ConfirmDialog
      isOpen={place != null}
      title={t('users.membership.changed_title', { name })}
      confirmLabel={t('users.membership.confirm')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{t('users.membership.changed_text', { name })}</p>
      {lost.length > 0 && <p>{t('users.membership.lost', { roles: lost.join(', ') })}</p>}
    </ConfirmDialog>
  );
}
