import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ResponseInputOf } from '#shared/define-endpoint.ts';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { createList, getListDataFields } from '../../endpoints.ts';
import { maxDescriptionLength, maxNameLength } from '../../list-item-rules.ts';
import { BackTo } from '../back-to.tsx';
import { useListWords } from '../use-list-words.ts';

const emptyForm = { name: '', description: '', dataField: '', hotList: false };
type Form = typeof emptyForm;
type Required = 'name' | 'description' | 'dataField';

/** /lists/new: creates a parameter list, and opens it. */
export function NewListScreen() {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const navigate = useNavigate();
  const { organisation } = useSignedIn();
  const path = { orgId: organisation.selectedParentOrgId };
  const fields = useCall(getListDataFields, { path }, { handlesOwnErrors: true });
  const send = useSend(createList, { handlesOwnErrors: true });
  const [form, setForm] = useState(emptyForm);
  const [isChecked, setIsChecked] = useState(false);
  const missing = (['name', 'description', 'dataField'] as const).filter(
    (field) => form[field].trim() === '',
  );
  async function submit(): Promise<void> {
    setIsChecked(true);
    if (missing.length > 0) return;
    const made = await send.mutateAsync({ path, body: form }).catch(() => undefined);
    if (made) await navigate({ ...paths.list(made.listType, made.listId), ignoreBlocker: true });
  }
  return (
    <Page
      title={t('screen.newList')}
      subtitle={organisation.selectedOrgName}
      back={<BackTo to={paths.lists()} screen="lists" />}
      width="narrow"
    >
      <FormStack onSubmit={submit} label={t('screen.newList')}>
        <UnsavedGuard isDirty={form !== emptyForm && !send.isSuccess} />
        <ListFields
          form={form}
          missing={isChecked ? missing : []}
          dataFields={fields.data ?? []}
          onChange={(part) => setForm({ ...form, ...part })}
        />
        <FailureNotice failure={send.error ?? fields.error} title={t('fraud_lists.create_failed')} />
        <FormFooter>
          <LinkButton to={paths.lists()} variant="default">
            {texts.cancel}
          </LinkButton>
          <Button type="submit" loading={send.isPending || send.isSuccess}>
            {t('fraud_lists.create')}
          </Button>
        </FormFooter>
      </FormStack>
    </Page>
  );
}

interface FieldsProps {
  form: Form;
  /** Fields that show an error. */
  missing: readonly Required[];
  dataFields: ResponseInputOf<typeof getListDataFields>;
  onChange: (part: Partial<Form>) => void;
}

function ListFields({ form, missing, dataFields, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const words = useListWords();
  const choices = dataFields
    .map(({ dataField, displayName }) => ({ value: dataField, label: words.field(dataField, displayName) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, words.locale));
  return (
    <>
      <TextField
        label={t('fraud_lists.column.name')}
        value={form.name}
        maxLength={maxNameLength}
        autoComplete="off"
        error={missing.includes('name') ? t('fraud_lists.name_missing') : undefined}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextAreaField
        label={t('fraud_lists.description')}
        value={form.description}
        maxLength={maxDescriptionLength}
        error={missing.includes('description') ? t('fraud_lists.description_missing') : undefined}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <SelectField
        label={t('fraud_lists.column.field')}
        help={t('fraud_lists.field_help')}
        choices={choices}
        value={form.dataField || null}
        error={missing.includes('dataField') ? t('fraud_lists.field_missing') : undefined}
        onChange={(dataField) => onChange({ dataField: dataField ?? '' })}
      />
      <SwitchField
        label={t('fraud_lists.hot')}
        help={t('fraud_lists.hot_help')}
        isOn={form.hotList}
        onChange={(hotList) => onChange({ hotList })}
      />
    </>
  );
}
