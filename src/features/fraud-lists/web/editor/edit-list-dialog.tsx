import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { editList } from '../../endpoints.ts';
import { maxDescriptionLength, maxNameLength } from '../../list-item-rules.ts';
import type { FraudList } from '../../list-shapes.ts';

interface Props {
  list: FraudList;
  isOpen: boolean;
  onClose: () => void;
  onSaved: () => void;
}

/** Name, description and hot flag; of a block or allow list the description only. */
export function EditListDialog({ isOpen, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={t('fraud_lists.edit.title')}>
      {isOpen && <EditListForm {...props} />}
    </Dialog>
  );
}

type Errors = Partial<Record<'name' | 'description', 'missing'>>;

function EditListForm({ list, onClose, onSaved }: Omit<Props, 'isOpen'>) {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const send = useSend(editList, { handlesOwnErrors: true });
  const isParameter = list.listType === 'parameterlist';
  const form = useForm({
    initial: { name: list.name, description: list.description, hotList: list.hotList },
    comparable: trimTexts,
    validate: (values): Errors => (isParameter ? findMissing(values) : {}),
    errorText: (_missing, field) => t(`fraud_lists.${field}_missing`),
    async send(values) {
      const clean = trimTexts(values);
      const path = {
        listId: list.listId,
        editAction: 'UPDATE' as const,
        orgId: organisation.selectedParentOrgId,
      };
      await send.mutateAsync({ path, body: isParameter ? clean : { description: clean.description } });
      onClose();
      onSaved();
    },
  });
  return (
    <FormStack
      onSubmit={() => (form.isDirty ? form.submit() : undefined)}
      actions={
        <DialogButtons
          submit={t('fraud_lists.edit.save')}
          isBusy={form.isBusy}
          isDisabled={!form.isDirty}
          onCancel={onClose}
        />
      }
    >
      {isParameter && (
        <TextField
          {...form.field('name')}
          label={t('fraud_lists.column.name')}
          maxLength={maxNameLength}
          autoComplete="off"
        />
      )}
      <TextAreaField
        {...form.field('description')}
        label={t('fraud_lists.description')}
        isOptional={!isParameter}
        maxLength={maxDescriptionLength}
      />
      {isParameter && (
        <SwitchField
          label={t('fraud_lists.hot')}
          help={t('fraud_lists.hot_help')}
          isOn={form.values.hotList}
          onChange={(hotList) => form.change({ hotList })}
        />
      )}
      <FailureNotice failure={form.failure} title={t('fraud_lists.edit.failed')} />
    </FormStack>
  );
}

const findMissing = (values: Record<'name' | 'description', string>): Errors =>
  Object.fromEntries(
    (['name', 'description'] as const)
      .filter((field) => values[field].trim() === '')
      .map((field) => [field, 'missing']),
  );

const trimTexts = <T extends { name: string; description: string }>(values: T): T => ({
  ...values,
  name: values.name.trim(),
  description: values.description.trim(),
});
