import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OrganisationUnit } from '#features/users/endpoints.ts';
import { resetRoles } from '#features/users/role-choice.ts';
import type { UserForm } from '#features/users/user-form.ts';
import { ChangeMembershipDialog } from '#features/users/web/dialogs/change-membership-dialog.tsx';
import { MembershipChangedDialog } from '#features/users/web/dialogs/membership-changed-dialog.tsx';
import classes from '#features/users/web/form/user-form.module.css';
import type { UserEditContext } from '#features/users/web/use-user-edit-context.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = {
  form: UserForm;
  work: UserEditContext;
  places: readonly OrganisationUnit[];
  onChange: (part: Partial<UserForm>) => void;
};

/**
 * The organisation a user belongs to. Non-domain users may be moved when there is more than one
 * (docs/domain.md#users).
 */
export function MembershipField({ form, work, places, onChange }: Props) {
  const { t } = useTranslation();
  const { isDomainUser } = useSignedIn();
  const [isOpen, setIsOpen] = useState(false);
  const [asked, setAsked] = useState<OrganisationUnit>();
  const membership = work.units.find(({ id }) => id === form.organisationId);
  const mayMove = !isDomainUser && places.length > 1;

  function move(place: OrganisationUnit): void {
    onChange({ organisationId: place.id, roles: resetRoles(form.roles, work.roles, work.held, place) });
    setAsked(undefined);
  }
  function pick(place: OrganisationUnit): void {
    setIsOpen(false);
    if (place.id === form.organisationId) return;
    if (form.roles.size === 0) move(place);
    else setAsked(place);
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
        place={asked}
        lost={asked == null ? [] : lostRoles(form, work, asked)}
        onConfirm={() => asked != null && move(asked)}
        onCancel={() => setAsked(undefined)}
      />
    </div>
  );
}

function lostRoles(form: UserForm, work: UserEditContext, place: OrganisationUnit): string[] {
  const kept = resetRoles(form.roles, work.roles, work.held, place);
  return work.roles.filter(({ id }) => form.roles.has(id) && !kept.has(id)).map(({ name }) => name);
}
