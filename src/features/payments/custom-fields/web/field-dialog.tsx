import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { CheckField } from '#ui/form/check-field.tsx';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import {
  type CustomFieldType,
  customFieldTypes,
  hasCase,
  isFieldName,
  maxFieldLabel,
  maxFieldName,
} from '../custom-field.ts';
import { changeCustomField, createCustomField } from '../endpoints.ts';
import type { CustomField } from '../schemas.ts';

interface CommonProps {
  orgId: number;
  onSaved: () => void;
  onClose: () => void;
}

export function CreateFieldDialog({ orgId, onSaved, onClose }: CommonProps) {
  const { t } = useTranslation();
  const send = useSend(createCustomField, { handlesOwnErrors: true });
  return (
    <FieldDialog
      isNew
      title={t('custom_fields.add')}
      initial={newFieldForm}
      onClose={onClose}
      onSubmit={async (form) => {
        const body = { name: form.name.trim(), type: form.type, ...toFieldContent(form) };
        await send.mutateAsync({ path: { orgId }, body });
        onSaved();
      }}
    />
  );
}

interface EditProps extends CommonProps {
  field: CustomField;
  onHide: () => void;
  onShow: () => void;
}

export function EditFieldDialog({ orgId, field, onSaved, onClose, onHide, onShow }: EditProps) {
  const { t } = useTranslation();
  const send = useSend(changeCustomField, { handlesOwnErrors: true });
  const { name, hidden, version } = field;
  return (
    <FieldDialog
      title={t('custom_fields.edit_title', { label: field.label })}
      initial={toFieldForm(field)}
      onClose={onClose}
      extraAction={
        <Button variant="subtle" onClick={hidden ? onShow : onHide}>
          {t(hidden ? 'custom_fields.show' : 'custom_fields.hide_ask')}
        </Button>
      }
      onSubmit={async (form) => {
        const body = { ...toFieldContent(form), hidden, version };
        await send.mutateAsync({ path: { orgId, name }, body });
        onSaved();
      }}
    />
  );
}

interface Props {
  title: string;
  initial: FieldForm;
  /** Name and type are fixed afterwards. */
  isNew?: boolean;
  /** Before the buttons. */
  extraAction?: ReactNode;
  onSubmit: (form: FieldForm) => Promise<void>;
  onClose: () => void;
}

function FieldDialog({
  title,
  initial: initialValues,
  isNew = false,
  extraAction,
  onSubmit,
  onClose,
}: Props) {
  const { t } = useTranslation();
  const [initial] = useState(initialValues);
  const form = useForm<FieldForm, FieldErrors>({
    initial,
    validate: (values) => findFieldErrors(values, isNew),
    errorText: (code) => t(`custom_fields.error.${code}`),
    refusals: { NAME_TAKEN: { name: 'name_taken' } },
    send: onSubmit,
  });
  const check = (name: 'caseSensitive' | 'inReporting' | 'inRules') => (
    <CheckField
      key={name}
      label={t(`custom_fields.${name}`)}
      isChecked={form.values[name]}
      onChange={(isChecked) => form.change({ [name]: isChecked })}
    />
  );
  return (
    <Dialog isOpen isStatic onClose={onClose} title={title}>
      <FormStack
        onSubmit={form.submit}
        actions={
          <>
            {extraAction}
            <DialogButtons
              submit={t(isNew ? 'custom_fields.add' : 'ui.saveChanges')}
              isBusy={form.isBusy}
              onCancel={onClose}
            />
          </>
        }
      >
        <UnsavedGuard isDirty={form.isDirty} />
        <FailureNotice failure={form.failure} />
        <div className="stack">
          <TextField
            {...form.field('label')}
            label={t('custom_fields.label')}
            help={t('custom_fields.label_help')}
            maxLength={maxFieldLabel}
            autoComplete="off"
            data-autofocus
          />
          <TextField
            {...form.field('name')}
            label={t('custom_fields.name')}
            help={t('custom_fields.name_help')}
            maxLength={maxFieldName}
            autoComplete="off"
            spellCheck={false}
            disabled={!isNew}
          />
          <SelectField
            label={t('custom_fields.type')}
            help={isNew ? t('custom_fields.type_help') : undefined}
            choices={customFieldTypes.map((value) => ({ value, label: t(`custom_fields.types.${value}`) }))}
            value={form.values.type}
            disabled={!isNew}
            onChange={(value) =>
              form.change({ type: customFieldTypes.find((type) => type === value) ?? 'string' })
            }
          />
          {(['inReporting', 'inRules'] as const).map(check)}
          {hasCase(form.values.type) && check('caseSensitive')}
        </div>
      </FormStack>
    </Dialog>
  );
}

interface FieldForm {
  name: string;
  type: CustomFieldType;
  label: string;
  caseSensitive: boolean;
  inReporting: boolean;
  inRules: boolean;
}

type FieldError = 'name' | 'name_taken' | 'label';
type FieldErrors = Partial<Record<'name' | 'label', FieldError>>;

const newFieldForm: FieldForm = {
  name: '',
  type: 'string',
  label: '',
  caseSensitive: false,
  inReporting: true,
  inRules: true,
};

const toFieldForm = ({ hidden: _hidden, version: _version, ...field }: CustomField): FieldForm => field;

function findFieldErrors({ name, label }: FieldForm, isNew: boolean): FieldErrors {
  return {
    name: isNew && !isFieldName(name.trim()) ? ('name' as const) : undefined,
    label: label.trim() === '' ? ('label' as const) : undefined,
  };
}

/** The content of a request: only texts have a case. */
const toFieldContent = ({ type, label, caseSensitive, inReporting, inRules }: FieldForm) => ({
  label: label.trim(),
  caseSensitive: caseSensitive && hasCase(type),
  inReporting,
  inRules,
});
