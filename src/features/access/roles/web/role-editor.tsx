import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Permission } from '#shared/permissions.ts';
import { CheckField } from '#ui/form/check-field.tsx';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Section } from '#ui/layout/section.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { type FormState, useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import {
  type PermissionArea,
  allPermissions,
  areas,
  permissionAreas,
  type RoleErrors,
  type RoleForm,
  roleDifference,
  roleErrors,
  toRoleContent,
} from '../role-form.ts';
import type { RoleContent } from '../schemas.ts';
import classes from './roles.module.css';

interface Props {
  initial: RoleForm;
  /** The version of the stored role. */
  version: number;
  /** The permissions that the user may add. */
  grantable: readonly Permission[];
  /** Users of the role, who gain or lose permissions by a change. */
  userCount: number;
  submitLabel: string;
  onSubmit: (content: RoleContent) => Promise<void>;
  /** Where the form is left by Cancel; without it, Cancel undoes the changes. */
  onLeave?: () => void;
}

/** The form of a role. A change for users is confirmed first. */
export function RoleEditor({ initial, version, grantable, userCount, ...props }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const { submitLabel, onSubmit, onLeave } = props;
  const [unconfirmed, setUnconfirmed] = useState<RoleForm>();
  const form = useForm<RoleForm, RoleErrors>({
    initial,
    version,
    validate: roleErrors,
    errorText: (_code, field) => t(`roles.error.${field}`),
    send: async (values) => {
      const { gained, lost } = roleDifference(initial.permissions, values.permissions);
      if (unconfirmed === undefined && userCount > 0 && gained.length + lost.length > 0)
        setUnconfirmed(values);
      else await onSubmit(toRoleContent(values));
    },
  });
  const { isDirty } = form;
  return (
    <FormStack onSubmit={form.submit}>
      <UnsavedGuard isDirty={isDirty} />
      <FailureNotice failure={form.failure} />
      <TextField {...form.field('name')} label={t('roles.name')} maxLength={60} autoComplete="off" />
      <TextField
        {...form.field('description')}
        label={t('roles.description')}
        isOptional
        maxLength={200}
        autoComplete="off"
      />
      {form.error('permissions') !== undefined && (
        <p className="field-error" role="alert">
          {form.error('permissions')}
        </p>
      )}
      {areas.map((area) => (
        <Area key={area} area={area} form={form} grantable={grantable} granted={initial.permissions} />
      ))}
      <FormFooter>
        <Button
          variant="default"
          onClick={onLeave ?? form.reset}
          disabled={form.isBusy || (!isDirty && onLeave === undefined)}
        >
          {onLeave === undefined ? texts.discardChanges : texts.cancel}
        </Button>
        <Button type="submit" loading={form.isBusy} disabled={!isDirty && onLeave === undefined}>
          {submitLabel}
        </Button>
      </FormFooter>
      {unconfirmed !== undefined && (
        <ConfirmDialog
          isOpen
          title={t('roles.confirm_title')}
          confirmLabel={t('ui.saveChanges')}
          onCancel={() => setUnconfirmed(undefined)}
          onConfirm={async () => {
            await form.submit();
            setUnconfirmed(undefined);
          }}
        >
          <Difference before={initial.permissions} after={unconfirmed.permissions} userCount={userCount} />
        </ConfirmDialog>
      )}
    </FormStack>
  );
}

interface AreaProps {
  area: PermissionArea;
  form: FormState<RoleForm, RoleErrors>;
  grantable: readonly Permission[];
  granted: readonly Permission[];
}

/** The permissions of one area. Those that the user lacks are disabled. */
function Area({ area, form, grantable, granted }: AreaProps) {
  const { t } = useTranslation();
  const { permissions } = form.values;
  const areaPermissions: readonly Permission[] = permissionAreas[area];
  return (
    <Section title={t(`roles.area.${area}`)}>
      <div className={classes.permissions}>
        {areaPermissions.map((name) => {
          const isAllowed = grantable.includes(name) || granted.includes(name);
          return (
            <CheckField
              key={name}
              label={t(`roles.permission.${name}`)}
              description={isAllowed ? undefined : t('roles.not_yours')}
              isChecked={permissions.includes(name)}
              disabled={!isAllowed}
              onChange={(isOn) =>
                form.change({
                  permissions: allPermissions.filter((candidate) =>
                    candidate === name ? isOn : permissions.includes(candidate),
                  ),
                })
              }
            />
          );
        })}
      </div>
    </Section>
  );
}

interface DifferenceProps {
  before: readonly Permission[];
  after: readonly Permission[];
  userCount: number;
}

function Difference({ before, after, userCount }: DifferenceProps) {
  const { t } = useTranslation();
  const { gained, lost } = roleDifference(before, after);
  const renderList = (key: 'gain' | 'lose', names: readonly Permission[]) =>
    names.length > 0 && (
      <>
        <p>{t(`roles.users_${key}`, { number: userCount })}</p>
        <ul className={classes.bullets}>
          {names.map((name) => (
            <li key={name}>{t(`roles.permission.${name}`)}</li>
          ))}
        </ul>
      </>
    );
  return (
    <div className={classes.difference}>
      {renderList('gain', gained)}
      {renderList('lose', lost)}
    </div>
  );
}
