import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { RadioField } from '#ui/form/radio-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { useFreshCall, useSend } from '#web/call/use-call.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { useForm } from '#web/form/use-form.ts';
import { BackLink } from '#web/links/back-link.tsx';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { createConnection, listAdapters } from '../endpoints.ts';
import { connectionModes, maxConnectionName } from '../route-values.ts';
import type { AdapterView } from '../schemas.ts';
import { AdapterFields, missingField } from './adapter-fields.tsx';
import { adapterName } from './processor-words.tsx';

/** /settings/processors/new (docs/processors.md#settings). */
export function NewConnectionScreen() {
  const { t } = useTranslation();
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const adapters = useFreshCall(listAdapters, { path: { orgId } });
  if (adapters.data === undefined)
    return (
      <LoadingPage
        title={t('screen.newConnection')}
        back={<ProcessorsLink />}
        queries={[adapters]}
        failed={t('processors.adapters_failed')}
      />
    );
  if (adapters.data.adapters.length === 0)
    return (
      <Page width="form" title={t('screen.newConnection')} back={<ProcessorsLink />}>
        <EmptyState title={t('processors.no_adapters')}>{t('processors.no_adapters_text')}</EmptyState>
      </Page>
    );
  return <NewConnection orgId={orgId} adapters={adapters.data.adapters} />;
}

interface Form {
  adapter: string;
  name: string;
  mode: (typeof connectionModes)[number];
  acquirer: string;
  settings: Record<string, string>;
}
type Errors = Partial<Record<'name' | 'acquirer' | 'settings', 'required' | 'taken'>>;

function NewConnection({ orgId, adapters }: { orgId: number; adapters: AdapterView[] }) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const navigate = useNavigate();
  const send = useSend(createConnection, { handlesOwnErrors: true });
  const fieldsOf = (name: string) => adapters.find((adapter) => adapter.name === name)?.settings ?? [];
  const form = useForm<Form, Errors>({
    initial: { adapter: adapters[0]?.name ?? '', name: '', mode: 'TEST', acquirer: '', settings: {} },
    validate: ({ name, acquirer, adapter, settings }) => ({
      ...(name.trim() === '' ? { name: 'required' as const } : {}),
      ...(acquirer.trim() === '' ? { acquirer: 'required' as const } : {}),
      ...(missingField(fieldsOf(adapter), settings) === undefined ? {} : { settings: 'required' as const }),
    }),
    errorText: (code) => t(`processors.error.${code}`),
    refusals: { NAME_TAKEN: { name: 'taken' } },
    async send(values) {
      const created = await send.mutateAsync({ path: { orgId }, body: values });
      await navigate({ ...paths.connection(orgId, created.connectionId), ignoreBlocker: true });
    },
  });
  const { adapter, mode, settings } = form.values;
  return (
    <Page width="form" title={t('screen.newConnection')} back={<ProcessorsLink />}>
      <FormStack label={t('screen.newConnection')} onSubmit={form.submit}>
        <UnsavedGuard isDirty={form.isDirty} />
        <FailureNotice failure={form.failure} />
        <Card title={t('processors.general')}>
          <SelectField
            label={t('processors.adapter')}
            help={t('processors.adapter_help')}
            value={adapter}
            choices={adapters.map(({ name }) => ({ value: name, label: adapterName(name) }))}
            onChange={(value) => form.change({ adapter: value ?? '', settings: {} })}
          />
          <TextField
            {...form.field('name')}
            label={t('processors.name')}
            help={t('processors.name_help')}
            maxLength={maxConnectionName}
            autoComplete="off"
          />
          <RadioField
            label={t('processors.mode_label')}
            help={t(`processors.mode_help.${mode}`)}
            choices={connectionModes.map((value) => ({ value, label: t(`processors.mode.${value}`) }))}
            value={mode}
            onChange={(value) => form.change({ mode: value as Form['mode'] })}
          />
          <TextField
            {...form.field('acquirer')}
            label={t('processors.acquirer')}
            help={t('processors.acquirer_help')}
            maxLength={100}
            autoComplete="off"
          />
          <AdapterFields
            fields={fieldsOf(adapter)}
            values={settings}
            error={(name) =>
              form.error(name as 'settings') ??
              (name === missingField(fieldsOf(adapter), settings) ? form.error('settings') : undefined)
            }
            onChange={(next) => form.change({ settings: next })}
          />
        </Card>
        <p className="quiet-text">{t('processors.new_text')}</p>
        <FormFooter>
          <Button variant="default" disabled={form.isBusy} onClick={() => void navigate(paths.processors())}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={form.isBusy}>
            {t('processors.create')}
          </Button>
        </FormFooter>
      </FormStack>
    </Page>
  );
}

/** The way back to the list. */
export function ProcessorsLink() {
  const { t } = useTranslation();
  return <BackLink to={paths.processors()}>{t('screen.processors')}</BackLink>;
}
