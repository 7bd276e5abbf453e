import { Button } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { type FormState, useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { removeSignOnProvider, saveSignOnProvider } from '../../endpoints.ts';
import { type EmailClaim, emailClaims } from '../../email-claims.ts';
import type { SignOnView } from '../../schemas.ts';
import {
  type ProviderErrors,
  type ProviderForm,
  issuerRefusals,
  providerErrors,
  toProviderForm,
} from '../../sign-on-form.ts';
import { CardFlash, type SettingsPart } from './card-flash.tsx';
import classes from './sign-on-settings.module.css';

const refusals: Record<string, ProviderErrors> = {
  ...Object.fromEntries(issuerRefusals.map((message) => [message, { issuer: message }])),
  client_secret_missing: { clientSecret: 'client_secret_missing' },
};

/** Step 1: issuer, client id and client secret, and the address that the provider needs. */
export function ProviderCard({ version, ...part }: SettingsPart & { version: string }) {
  const { t } = useTranslation();
  const { view, onChanged, ...flash } = part;
  const form = useProviderForm(view, version, onChanged);
  const { isDirty } = form;
  const [isRemoving, setIsRemoving] = useState(false);
  return (
    <Card title={t('sign_on_settings.step.provider')}>
      <p className="quiet-text">{t('sign_on_settings.provider_text')}</p>
      <CardFlash flashes={['provider', 'provider_removed']} {...flash} />
      <div className={classes.copied}>
        <DetailsList
          details={[{ label: t('sign_on_settings.redirect'), value: <CopyText text={view.redirectUri} /> }]}
        />
      </div>
      <FormStack
        label={t('sign_on_settings.step.provider')}
        onSubmit={form.submit}
        actions={
          view.mayChange && (
            <>
              {view.provider !== null && (
                <Button variant="default" onClick={() => setIsRemoving(true)} disabled={form.isBusy}>
                  {t('sign_on_settings.remove_provider')}
                </Button>
              )}
              <Button type="submit" loading={form.isBusy} disabled={!isDirty}>
                {t('sign_on_settings.save_provider')}
              </Button>
            </>
          )
        }
      >
        <UnsavedGuard isDirty={isDirty} />
        <ProviderFields form={form} view={view} />
        {view.provider?.isRequired === true && isDirty && (
          <Notice kind="pending">{t('sign_on_settings.ends_requirement')}</Notice>
        )}
        <FailureNotice failure={form.failure} />
      </FormStack>
      <RemoveProvider
        isOpen={isRemoving}
        orgId={view.organisationId}
        onClose={() => setIsRemoving(false)}
        onRemoved={() => onChanged('provider_removed')}
      />
    </Card>
  );
}

/** The edited provider, and the request that saves it. */
function useProviderForm(view: SignOnView, version: string, onChanged: SettingsPart['onChanged']) {
  const { t } = useTranslation();
  const save = useSend(saveSignOnProvider, { handlesOwnErrors: true });
  return useForm<ProviderForm, ProviderErrors>({
    initial: toProviderForm(view),
    version,
    validate: (values) => providerErrors(values, view),
    errorText: (code, field) => t(code === 'required' ? `sign_on_settings.error.${field}` : `error.${code}`),
    refusals,
    async send({ issuer, clientId, clientSecret, connectsProvisioned, emailClaim }) {
      const secret = clientSecret === '' ? {} : { clientSecret };
      const body = {
        issuer: issuer.trim(),
        clientId: clientId.trim(),
        ...secret,
        connectsProvisioned,
        emailClaim,
        version: view.version,
      };
      await save.mutateAsync({ path: { orgId: view.organisationId }, body });
      await onChanged('provider');
    },
  });
}

interface FieldsProps {
  form: FormState<ProviderForm, ProviderErrors>;
  view: SignOnView;
}

function ProviderFields({ form, view }: FieldsProps) {
  const { t } = useTranslation();
  const disabled = !view.mayChange;
  return (
    <>
      <TextField
        {...form.field('issuer')}
        label={t('sign_on_settings.issuer')}
        help={t('sign_on_settings.issuer_help')}
        inputMode="url"
        spellCheck={false}
        disabled={disabled}
      />
      <TextField
        {...form.field('clientId')}
        label={t('sign_on_settings.client_id')}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
      />
      <PasswordField
        {...form.field('clientSecret')}
        label={t('sign_on_settings.client_secret')}
        isOptional={view.provider !== null}
        help={t(view.provider === null ? 'sign_on_settings.secret_help' : 'sign_on_settings.secret_kept')}
        autoComplete="off"
        disabled={disabled}
      />
      <SelectField
        label={t('sign_on_settings.email_claim')}
        help={t('sign_on_settings.email_claim_help')}
        value={form.values.emailClaim}
        choices={emailClaims.map((value) => ({ value, label: value }))}
        disabled={disabled}
        onChange={(emailClaim) => form.change({ emailClaim: emailClaim as EmailClaim })}
      />
      <SwitchField
        label={t('sign_on_settings.connects')}
        help={t('sign_on_settings.connects_help')}
        isOn={form.values.connectsProvisioned}
        disabled={disabled}
        onChange={(connectsProvisioned) => form.change({ connectsProvisioned })}
      />
    </>
  );
}

interface RemoveProps {
  isOpen: boolean;
  orgId: number;
  onClose: () => void;
  onRemoved: () => Promise<void>;
}

function RemoveProvider({ isOpen, orgId, onClose, onRemoved }: RemoveProps) {
  const { t } = useTranslation();
  const remove = useSend(removeSignOnProvider, { handlesOwnErrors: true });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDangerous
      title={t('sign_on_settings.remove_title')}
      confirmLabel={t('sign_on_settings.remove_confirm')}
      onConfirm={async () => {
        try {
          await remove.mutateAsync({ path: { orgId } });
          onClose();
          await onRemoved();
        } catch {
          // The dialog shows the failure.
        }
      }}
      onCancel={onClose}
    >
      {t('sign_on_settings.remove_text')}
      <FailureNotice failure={remove.error} />
    </ConfirmDialog>
  );
}
