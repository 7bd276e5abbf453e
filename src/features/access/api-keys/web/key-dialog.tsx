import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useFreshCall, useSend } from '#web/call/use-call.ts';
import { ChoicesDialog, DialogForm, InstallationsField } from '#web/form/dialog-form.tsx';
import { type FormState, useForm } from '#web/form/use-form.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type ApiPreset, apiPermissions, apiPresets } from '#shared/api-permissions.ts';
import { CheckField } from '#ui/form/check-field.tsx';
import { RadioField } from '#ui/form/radio-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { ExpiryField } from '#web/secrets/expiry-field.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { SecretDialog } from '#web/secrets/secret-dialog.tsx';
import { saveBlob } from '#web/call/call.ts';
import { apiDocsUrl, startupConfig } from '#web/startup-config.ts';
import { createApiKey, getApiKeyChoices } from '../endpoints.ts';
import {
  type KeyErrors,
  type KeyForm,
  grantablePermissions,
  findKeyErrors,
  newKeyForm,
  toKeyContent,
  toKeyForm,
} from '../key-form.ts';
import type { ApiKey, KeyChoice, KeyContent } from '../schemas.ts';
import classes from './api-keys.module.css';
import { useRequestKey } from './use-request-key.ts';

interface Props {
  orgId: number;
  title: string;
  submitLabel: string;
  /** The key to change; undefined for a new one. */
  apiKey?: ApiKey;
  onSubmit: (content: KeyContent, mode: ApiKey['mode']) => Promise<void>;
  onClose: () => void;
}

/** The form of a new key or of a change. */
export function KeyDialog(props: Props) {
  const { t } = useTranslation();
  const { orgId, title, onClose } = props;
  const choices = useFreshCall(getApiKeyChoices, { path: { orgId } });
  return (
    <ChoicesDialog
      title={title}
      onClose={onClose}
      choices={choices}
      texts={{ failed: t('api_keys.choices_failed'), none: t('api_keys.no_installations') }}
    >
      {(loaded) => <KeyEditor {...props} choices={loaded} />}
    </ChoicesDialog>
  );
}

function KeyEditor({ choices, apiKey, onSubmit, onClose, submitLabel }: Props & { choices: KeyChoice[] }) {
  const { t } = useTranslation();
  const times = useTimes();
  const [hasDayError, setHasDayError] = useState(false);
  const [initial] = useState<KeyForm>(() =>
    apiKey === undefined
      ? newKeyForm(choices, times.realToday())
      : toKeyForm(apiKey, times.zone, times.realToday()),
  );
  const form = useForm<KeyForm, KeyErrors>({
    initial,
    validate: (values) => findKeyErrors(values, choices, hasDayError),
    errorText: (code, field) => t(`api_keys.error.${code === 'required' ? field : code}`),
    send: (values) => onSubmit(toKeyContent(values, times.zone), values.mode),
  });
  return (
    <DialogForm form={form} submitLabel={submitLabel} onCancel={onClose}>
      <KeyFields form={form} choices={choices} isNew={apiKey === undefined} onDayError={setHasDayError} />
    </DialogForm>
  );
}

interface CreateKeyDialogProps {
  orgId: number;
  onCreated: () => void;
  onClose: () => void;
}

/** Creates a key, then shows its secret once. */
export function CreateKeyDialog({ orgId, onCreated, onClose }: CreateKeyDialogProps) {
  const { t } = useTranslation();
  const send = useSend(createApiKey, { handlesOwnErrors: true });
  const requestKey = useRequestKey();
  const [created, setCreated] = useState<NewSecret>();
  if (created !== undefined) return <KeySecretDialog created={created} onClose={onClose} />;
  return (
    <KeyDialog
      orgId={orgId}
      title={t('api_keys.create')}
      submitLabel={t('api_keys.create')}
      onClose={onClose}
      onSubmit={async (content, mode) => {
        const body = { ...content, mode };
        setCreated(await send.mutateAsync({ path: { orgId }, body, headers: requestKey(body) }));
        onCreated();
      }}
    />
  );
}

interface KeyFieldsProps {
  form: FormState<KeyForm, KeyErrors>;
  choices: readonly KeyChoice[];
  /** A new key has a mode to choose. */
  isNew: boolean;
  onDayError: (isWrong: boolean) => void;
}

/** The fields of a key: name, installations, permissions, expiry, addresses. */
function KeyFields({ form, choices, isNew, onDayError }: KeyFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        {...form.field('name')}
        label={t('api_keys.name')}
        help={t('api_keys.name_help')}
        maxLength={60}
        autoComplete="off"
        data-autofocus
      />
      {isNew && (
        <RadioField
          label={t('api_keys.mode')}
          help={t(`api_keys.mode_help.${form.values.mode}`)}
          choices={(['TEST', 'LIVE'] as const).map((value) => ({
            value,
            label: t(`processors.mode.${value}`),
          }))}
          value={form.values.mode}
          onChange={(mode) => form.change({ mode: mode as KeyForm['mode'] })}
        />
      )}
      <InstallationsField
        label={t('api_keys.installations')}
        choices={choices}
        value={form.values.installationIds}
        error={form.error('installationIds')}
        onChange={(installationIds) => form.change({ installationIds })}
      />
      <Permissions form={form} choices={choices} />
      <ExpiryField
        value={form.values}
        error={form.error('expiryDay')}
        onChange={form.change}
        onDayError={onDayError}
      />
      <TextAreaField
        {...form.field('ipRanges')}
        label={t('api_keys.ip_ranges')}
        isOptional
        help={t('api_keys.ip_ranges_help')}
        rows={2}
        spellCheck={false}
      />
    </>
  );
}

/** A preset, or single permissions. Those that the user lacks are disabled. */
function Permissions({ form, choices }: Pick<KeyFieldsProps, 'form' | 'choices'>) {
  const { t } = useTranslation();
  const { preset, permissions, installationIds } = form.values;
  const allowed = grantablePermissions(choices, installationIds);
  const presets = Object.keys(apiPresets) as ApiPreset[];
  const permissionsError = form.error('permissions');
  return (
    <>
      <SelectField
        label={t('api_keys.can')}
        help={t(`api_keys.preset_help.${preset}`)}
        choices={[
          ...presets.map((value) => ({
            value,
            label: t(`api_keys.preset.${value}`),
            disabled: !apiPresets[value].every((name) => allowed.includes(name)),
          })),
          { value: 'custom', label: t('api_keys.preset.custom') },
        ]}
        value={preset}
        error={form.error('preset')}
        onChange={(value) => {
          const next = (value ?? 'custom') as KeyForm['preset'];
          // A custom choice begins with the preset before it.
          const start = preset === 'custom' ? permissions : [...apiPresets[preset]];
          form.change({ preset: next, permissions: next === 'custom' ? start : permissions });
        }}
      />
      {preset === 'custom' && (
        <fieldset className={classes.permissions}>
          <legend>{t('api_keys.permissions')}</legend>
          {apiPermissions.map((name) => (
            <CheckField
              key={name}
              label={t(`roles.permission.${name}`)}
              description={allowed.includes(name) ? undefined : t('api_keys.not_yours')}
              isChecked={permissions.includes(name)}
              disabled={!allowed.includes(name) && !permissions.includes(name)}
              onChange={(isChecked) =>
                form.change({
                  permissions: apiPermissions.filter((permission) =>
                    permission === name ? isChecked : permissions.includes(permission),
                  ),
                })
              }
            />
          ))}
          {permissionsError !== undefined && (
            <p className="field-error" role="alert">
              {permissionsError}
            </p>
          )}
        </fieldset>
      )}
    </>
  );
}

export interface NewSecret {
  apiId: string;
  /** Missing when the request was repeated: its first response showed the secret. */
  secret: string | null;
}

interface KeySecretDialogProps {
  created: NewSecret;
  onClose: () => void;
}

/** Shows a key's new secret once, with its id, to copy or as a file. */
export function KeySecretDialog({ created: { apiId, secret }, onClose }: KeySecretDialogProps) {
  const { t } = useTranslation();
  return (
    <SecretDialog
      title={t('api_keys.secret_title')}
      text={t('api_keys.secret_text')}
      secret={secret}
      missing={{ title: t('api_keys.secret_unavailable'), text: t('api_keys.secret_unavailable_text') }}
      onClose={onClose}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveEnv(apiId, secret ?? '')}
        >
          {t('api_keys.download')}
        </Button>
      }
    >
      <DetailsList
        details={[
          { label: t('api_keys.id'), value: <CopyText text={apiId} /> },
          {
            label: t('menu.apiDocs'),
            value: (
              <a href={apiDocsUrl()} target="_blank" rel="noopener">
                {apiDocsUrl()}
              </a>
            ),
          },
        ]}
      />
    </SecretDialog>
  );
}

/** A file for the environment of a merchant's server. */
function saveEnv(apiId: string, secret: string): void {
  const address = `COUNTINGHOUSE_URL=${startupConfig().serverUrl}\n`;
  const text = `${address}COUNTINGHOUSE_API_ID=${apiId}\nCOUNTINGHOUSE_API_SECRET=${secret}\n`;
  saveBlob(new Blob([text], { type: 'text/plain' }), `${apiId}.env`);
}
