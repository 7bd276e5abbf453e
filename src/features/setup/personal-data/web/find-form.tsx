import { Button } from '@mantine/core';
import { FormStack } from '#ui/form/form-stack.tsx';
import { NativeSelectField } from '#ui/form/native-select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { findBy } from '../data-kinds.ts';
import { findPerson } from '../endpoints.ts';
import type { FoundPerson } from '../schemas.ts';

interface Values {
  by: (typeof findBy)[number];
  value: string;
  lastFour: string;
}

interface Props {
  orgId: number;
  onFound: (found: { customers: FoundPerson[]; hasMore: boolean }) => void;
}

export function FindForm({ orgId, onFound }: Props) {
  const { t } = useTranslation();
  const find = useSend(findPerson, { handlesOwnErrors: true });
  const form = useForm<Values, { value?: 'required'; lastFour?: 'four' }>({
    initial: { by: 'EMAIL', value: '', lastFour: '' },
    validate: ({ by, value, lastFour }) => ({
      ...(value.trim() === '' ? { value: 'required' as const } : {}),
      ...(by === 'NAME' && !/^\d{4}$/.test(lastFour) ? { lastFour: 'four' as const } : {}),
    }),
    errorText: (code) => t(`personal_data.error.${code}`),
    send: async ({ by, value, lastFour }) => {
      const body = { by, value, ...(by === 'NAME' ? { lastFour } : {}) };
      onFound(await find.mutateAsync({ path: { orgId }, body }));
    },
  });
  const { values, change } = form;
  return (
    <FormStack
      label={t('personal_data.find')}
      onSubmit={form.submit}
      actions={
        <Button type="submit" loading={form.isBusy}>
          {t('personal_data.search')}
        </Button>
      }
    >
      <FailureNotice failure={form.failure} />
      <NativeSelectField
        label={t('personal_data.by_label')}
        value={values.by}
        choices={findBy.map((value) => ({ value, label: t(`personal_data.by.${value}`) }))}
        onChange={(by) => change({ by: by as Values['by'] })}
      />
      <TextField
        {...form.field('value')}
        label={t(`personal_data.value.${values.by}`)}
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
      />
      {values.by === 'NAME' && (
        <TextField
          {...form.field('lastFour')}
          label={t('personal_data.last_four')}
          help={t('personal_data.last_four_help')}
          maxLength={4}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
    </FormStack>
  );
}
