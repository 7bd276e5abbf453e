import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useForm } from '#web/form/use-form.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { BackLink } from '#web/links/back-link.tsx';
import {
  type InstallationErrors,
  type InstallationForm,
  installationErrors,
  toInstallationContent,
} from '../installation-form.ts';
import type { InstallationContent } from '../schemas.ts';
import { InstallationFields } from './installation-fields.tsx';

interface Props {
  initial: InstallationForm;
  /** The version of the stored installation. */
  version: number;
  /** The merchants to choose from for a new installation; undefined: the merchant is fixed. */
  merchants?: readonly { id: number; name: string }[];
  mayChange: boolean;
  submitLabel: string;
  onSubmit: (content: InstallationContent, merchantId: number) => Promise<void>;
  /** Below the checks: where there are more. */
  moreChecks?: ReactNode;
  /** Below the fields. */
  children?: ReactNode;
}

/** The form of an installation, for a new one and for changes. */
export function InstallationEditor({ initial, version, merchants, mayChange, submitLabel, ...props }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const navigate = useNavigate();
  const form = useForm<InstallationForm, InstallationErrors>({
    initial,
    version,
    validate: installationErrors,
    errorText: (code) => t(`installations.error.${code}`),
    refusals: { NAME_TAKEN: { name: 'name_taken' } },
    send: (values) => props.onSubmit(toInstallationContent(values), Number(values.merchant)),
  });
  const { isDirty } = form;
  const leave = () => (merchants ? void navigate(paths.installations()) : form.reset());
  return (
    <FormStack onSubmit={form.submit} label={t('screen.installation')}>
      <UnsavedGuard isDirty={isDirty} />
      <FailureNotice failure={form.failure} />
      <InstallationFields
        form={form}
        merchants={merchants}
        mayChange={mayChange}
        moreChecks={props.moreChecks}
      />
      {props.children}
      {mayChange && (
        <FormFooter>
          <Button
            variant="default"
            onClick={leave}
            disabled={form.isBusy || (!isDirty && merchants === undefined)}
          >
            {merchants === undefined ? texts.discardChanges : texts.cancel}
          </Button>
          <Button type="submit" loading={form.isBusy} disabled={!isDirty && merchants === undefined}>
            {submitLabel}
          </Button>
        </FormFooter>
      )}
    </FormStack>
  );
}

/** The way back to the list. */
export function InstallationsLink() {
  const { t } = useTranslation();
  return <BackLink to={paths.installations()}>{t('screen.installations')}</BackLink>;
}
