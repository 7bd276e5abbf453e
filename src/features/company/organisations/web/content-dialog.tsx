import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { FormStack } from '#ui/form/form-stack.tsx';
import { RadioField } from '#ui/form/radio-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { changeOrganisation, createOrganisation } from '../endpoints.ts';
import type { ManagedOrganisation } from '../schemas.ts';
import { type ChildType, cleanName, maxNameLength } from '../tree-rules.ts';

interface Form {
  type: ChildType;
  name: string;
  /** '': that from above. */
  timeZone: string;
}

interface CreateProps {
  parent: ManagedOrganisation;
  firstType: ChildType | undefined;
  onCreated: (id: number) => Promise<void>;
  onClose: () => void;
}

export function CreateOrganisationDialog({ parent, firstType, onCreated, onClose }: CreateProps) {
  const { t } = useTranslation();
  const send = useSend(createOrganisation, { handlesOwnErrors: true });
  const types = parent.mayCreate;
  // A merchant is what most need, and a branch cannot take payments.
  const type = types.find((possible) => possible === (firstType ?? 'MERCHANT')) ?? types[0] ?? 'BRANCH';
  return (
    <ContentDialog
      title={t('organisations.add_below', { name: parent.name })}
      types={types}
      initial={{ type, name: '', timeZone: '' }}
      zoneAbove={parent.timeZone ?? parent.inheritedTimeZone}
      submitLabel={(type) => t(`organisations.add.${type}`)}
      onClose={onClose}
      onSubmit={async ({ type, name, timeZone }) => {
        const body = { type, name: cleanName(name), timeZone: timeZone || null };
        const { id } = await send.mutateAsync({ path: { orgId: parent.id }, body });
        await onCreated(id);
      }}
    />
  );
}

interface EditProps {
  organisation: ManagedOrganisation;
  onSaved: () => void;
  onClose: () => void;
}

export function EditOrganisationDialog({ organisation, onSaved, onClose }: EditProps) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const send = useSend(changeOrganisation, { handlesOwnErrors: true });
  const { id, version, name: before, timeZone: zone, inheritedTimeZone } = organisation;
  return (
    <ContentDialog
      title={t('organisations.edit_title', { name: before })}
      types={[]}
      initial={{ type: 'BRANCH', name: before, timeZone: zone ?? '' }}
      zoneAbove={inheritedTimeZone}
      submitLabel={() => texts.saveChanges}
      onClose={onClose}
      onSubmit={async ({ name, timeZone }) => {
        const body = { name: cleanName(name), timeZone: timeZone || null, version };
        await send.mutateAsync({ path: { orgId: id }, body });
        onSaved();
      }}
    />
  );
}

interface ContentProps {
  title: string;
  /** More than one: the user chooses. */
  types: readonly ChildType[];
  initial: Form;
  zoneAbove: string;
  submitLabel: (type: ChildType) => string;
  onSubmit: (values: Form) => Promise<void>;
  onClose: () => void;
}

function ContentDialog({ title, types, initial: initialForm, zoneAbove, submitLabel, ...on }: ContentProps) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const [initial] = useState(initialForm);
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  const form = useForm<Form, { name?: 'name_missing' | 'name_taken' }>({
    initial,
    validate: ({ name }) => (cleanName(name) === '' ? { name: 'name_missing' } : {}),
    errorText: (code) => t(`organisations.error.${code}`),
    refusals: { NAME_TAKEN: { name: 'name_taken' } },
    send: on.onSubmit,
  });
  return (
    <Dialog isOpen isStatic isLocked={form.isBusy} onClose={on.onClose} title={title}>
      <FormStack
        onSubmit={form.submit}
        actions={
          <>
            <Button variant="default" onClick={on.onClose} disabled={form.isBusy}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={form.isBusy}>
              {submitLabel(form.values.type)}
            </Button>
          </>
        }
      >
        <UnsavedGuard isDirty={form.isDirty} />
        <FailureNotice failure={form.failure} />
        {types.length > 1 && (
          <RadioField
            label={t('organisations.type')}
            help={t(`organisations.type_help.${form.values.type}`)}
            choices={types.map((value) => ({ value, label: t(`organisation.type.${value}`) }))}
            value={form.values.type}
            onChange={(type) => form.change({ type: type as ChildType })}
          />
        )}
        <TextField
          {...form.field('name')}
          label={t('organisations.name')}
          maxLength={maxNameLength}
          autoComplete="off"
          data-autofocus
        />
        <SelectField
          label={t('organisations.time_zone')}
          help={t('organisations.time_zone_help')}
          searchable
          limit={100}
          choices={[
            { value: '', label: t('organisations.inherited_zone', { zone: zoneAbove }) },
            ...zones.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
          ]}
          value={form.values.timeZone}
          onChange={(value) => form.change({ timeZone: value ?? '' })}
        />
      </FormStack>
    </Dialog>
  );
}
