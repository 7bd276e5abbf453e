import { Button } from '@mantine/core';
import { FormStack } from '#ui/form/form-stack.tsx';
import { MultiSelectField } from '#ui/form/multi-select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { type FormState, useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { changeConnection } from '../endpoints.ts';
import { maxConnectionName } from '../route-values.ts';
import type { ConnectionView } from '../schemas.ts';
import { AdapterFields, missingField } from './adapter-fields.tsx';
import type { ConnectionPart } from './connection-part.ts';

interface Form {
  name: string;
  acquirer: string;
  settings: Record<string, string>;
  companies: string[];
}
type Errors = Partial<Record<keyof Form, 'required' | 'taken'>>;

/** Name, acquirer and the settings of the adapter, with the address for the processor's events. */
export function ConnectionSettings({ connection, onChanged }: ConnectionPart) {
  const { t } = useTranslation();
  const { organisationId: orgId, connectionId, version, mayChange, eventUrl, state } = connection;
  const fields = connection.fields?.settings ?? [];
  const send = useSend(changeConnection, { handlesOwnErrors: true });
  const form = useForm<Form, Errors>({
    initial: {
      name: connection.name,
      acquirer: connection.acquirer,
      settings: connection.settings,
      companies: connection.companies.map(({ id }) => String(id)),
    },
    version,
    validate: ({ name, acquirer, settings }) => ({
      ...(name.trim() === '' ? { name: 'required' as const } : {}),
      ...(acquirer.trim() === '' ? { acquirer: 'required' as const } : {}),
      ...(missingField(fields, settings) === undefined ? {} : { settings: 'required' as const }),
    }),
    errorText: (code) => t(`processors.error.${code}`),
    refusals: { NAME_TAKEN: { name: 'taken' } },
    async send({ companies, ...values }) {
      const companyIds = companies.map(Number);
      await send.mutateAsync({
        path: { orgId, connectionId },
        body: { ...values, ...(connection.isProvider ? { companyIds } : {}), version },
      });
      await onChanged('saved');
    },
  });
  const isInUse = state === 'ACTIVE' || state === 'DRAINING';
  return (
    <Card title={t('processors.settings')}>
      <DetailsList details={[{ label: t('processors.event_url'), value: <CopyText text={eventUrl} /> }]} />
      {mayChange && isInUse && fields.length > 0 && (
        <p className="quiet-text">{t('processors.in_use_text')}</p>
      )}
      <FormStack
        label={t('processors.settings')}
        onSubmit={form.submit}
        actions={
          mayChange && (
            <Button type="submit" loading={form.isBusy} disabled={!form.isDirty}>
              {t('processors.save')}
            </Button>
          )
        }
      >
        <UnsavedGuard isDirty={form.isDirty} />
        <FailureNotice failure={form.failure} />
        <SettingsFields form={form} connection={connection} />
      </FormStack>
    </Card>
  );
}

interface FieldsProps {
  form: FormState<Form, Errors>;
  connection: ConnectionView;
}

function SettingsFields({ form, connection }: FieldsProps) {
  const { t } = useTranslation();
  const { mayChange } = connection;
  const fields = connection.fields?.settings ?? [];
  return (
    <>
      <TextField
        {...form.field('name')}
        label={t('processors.name')}
        maxLength={maxConnectionName}
        autoComplete="off"
        disabled={!mayChange}
      />
      <TextField
        {...form.field('acquirer')}
        label={t('processors.acquirer')}
        help={t('processors.acquirer_help')}
        maxLength={100}
        autoComplete="off"
        disabled={!mayChange}
      />
      <AdapterFields
        fields={fields}
        values={form.values.settings}
        disabled={!mayChange}
        error={(name) =>
          form.error(name as 'settings') ??
          (name === missingField(fields, form.values.settings) ? form.error('settings') : undefined)
        }
        onChange={(settings) => form.change({ settings })}
      />
      {connection.isProvider && (
        <MultiSelectField
          label={t('processors.companies')}
          help={t('processors.companies_help')}
          isOptional
          choices={connection.companyChoices.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={form.values.companies}
          disabled={!mayChange}
          error={form.error('companies')}
          onChange={(companies) => form.change({ companies })}
        />
      )}
    </>
  );
}
