import { withSourceNote } from '#features/fraud/fraud-rules/web/conditions/field-choices.ts';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
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
import { type FormState, useForm } from '#web/form/use-form.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { createList, getListDataFields } from '../../endpoints.ts';
import { maxDescriptionLength, maxNameLength } from '../../list-item-rules.ts';
import { BackTo } from '../back-to.tsx';
import { useListLabels } from '../use-list-labels.ts';

const emptyForm = { name: '', description: '', dataField: '', hotList: false };
type ListForm = typeof emptyForm;
type ListErrors = Partial<Record<'name' | 'description' | 'dataField', 'missing'>>;

const required = ['name', 'description', 'dataField'] as const;

const validate = (form: ListForm): ListErrors =>
  Object.fromEntries(
    required.filter((field) => form[field].trim() === '').map((field) => [field, 'missing']),
  );

/** /lists/new: creates a parameter list, and opens it. */
export function NewListScreen() {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const navigate = useNavigate();
  const { organisation } = useSignedIn();
  const path = { orgId: organisation.selectedParentOrgId };
  const fields = useCall(getListDataFields, { path }, { handlesOwnErrors: true });
  const send = useSend(createList, { handlesOwnErrors: true });
  const form = useForm<ListForm, ListErrors>({
    initial: emptyForm,
    validate,
    errorText: (_missing, field) => t(`fraud_lists.${field === 'dataField' ? 'field' : field}_missing`),
    async send(body) {
      const created = await send.mutateAsync({ path, body });
      await navigate({ ...paths.list(created.listType, created.listId), ignoreBlocker: true });
    },
  });
  return (
    <Page
      title={t('screen.newList')}
      subtitle={organisation.selectedOrgName}
      back={<BackTo to={paths.lists()} screen="lists" />}
      width="narrow"
    >
      <FormStack onSubmit={form.submit} label={t('screen.newList')}>
        <UnsavedGuard isDirty={form.isDirty && !send.isSuccess} />
        <ListFields form={form} dataFields={fields.data ?? []} />
        <FailureNotice failure={form.failure ?? fields.error} title={t('fraud_lists.create_failed')} />
        <FormFooter>
          <LinkButton to={paths.lists()} variant="default">
            {texts.cancel}
          </LinkButton>
          <Button type="submit" loading={form.isBusy || send.isSuccess}>
            {t('fraud_lists.create')}
          </Button>
        </FormFooter>
      </FormStack>
    </Page>
  );
}

interface FieldsProps {
  form: FormState<ListForm, ListErrors>;
  dataFields: ResponseInputOf<typeof getListDataFields>;
}

function ListFields({ form, dataFields }: FieldsProps) {
  const { t } = useTranslation();
  const labels = useListLabels();
  const choices = dataFields
    .map(({ dataField, displayName }) => {
      return { value: dataField, label: withSourceNote(dataField, labels.field(dataField, displayName), t) };
    })
    .toSorted((a, b) => a.label.localeCompare(b.label, labels.locale));
  return (
    <>
      <TextField
        {...form.field('name')}
        label={t('fraud_lists.column.name')}
        maxLength={maxNameLength}
        autoComplete="off"
      />
      <TextAreaField
        {...form.field('description')}
        label={t('fraud_lists.description')}
        maxLength={maxDescriptionLength}
      />
      <SelectField
        label={t('fraud_lists.column.field')}
        help={t('fraud_lists.field_help')}
        choices={choices}
        value={form.values.dataField || null}
        error={form.error('dataField')}
        onChange={(dataField) => form.change({ dataField: dataField ?? '' })}
      />
      <SwitchField
        label={t('fraud_lists.hot')}
        help={t('fraud_lists.hot_help')}
        isOn={form.values.hotList}
        onChange={(hotList) => form.change({ hotList })}
      />
    </>
  );
}
