import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Card } from '#ui/layout/card.tsx';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { currentZone } from '#web/format/current-zone.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { useForm } from '#web/form/use-form.ts';
import { paths } from '#web/paths.ts';
import { reloadTree, useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { cleanName, maxNameLength } from '#features/company/organisations/tree-rules.ts';
import {
  type BusinessErrors,
  type BusinessForm,
  businessErrors,
  newBusinessForm,
  toBusiness,
} from '../business-form.ts';
import { createCompany } from '../endpoints.ts';
import { BusinessFields } from './business-fields.tsx';

type Form = BusinessForm & { name: string };
type Errors = BusinessErrors & { name?: string };

/** /settings/organisations/new: a provider's new company, with a merchant and a web shop (docs/domain.md#first-run-checklist). */
export function NewCompanyScreen() {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const navigate = useNavigate();
  const { organisation } = useSignedIn();
  const send = useSend(createCompany, { handlesOwnErrors: true });
  const [initial] = useState<Form>(() => ({
    name: '',
    ...newBusinessForm(currentZone(), navigator.language),
  }));
  const form = useForm<Form, Errors>({
    initial,
    validate: (values) => ({
      ...businessErrors(values),
      ...(cleanName(values.name) === '' ? { name: 'setup.required.organisation' } : {}),
    }),
    refusals: { NAME_TAKEN: { name: 'organisations.error.name_taken' } },
    async send(values) {
      const body = { name: cleanName(values.name), ...toBusiness(values, currentZone()) };
      await send.mutateAsync({ path: { orgId: organisation.selectedParentOrgId }, body });
      await reloadTree();
      await navigate({ ...paths.home(), ignoreBlocker: true });
    },
  });
  return (
    <Page width="form" title={t('screen.newCompany')} subtitle={t('setup.company_text')}>
      <FormStack label={t('screen.newCompany')} onSubmit={form.submit}>
        <UnsavedGuard isDirty={form.isDirty} />
        <FailureNotice failure={form.failure} />
        <Card title={t('setup.business')}>
          <div className="stack">
            <TextField
              {...form.field('name')}
              label={t('setup.organisation')}
              maxLength={maxNameLength}
              autoComplete="off"
              data-autofocus
            />
            <BusinessFields values={form.values} error={form.error} onChange={form.change} />
          </div>
        </Card>
        <FormFooter>
          <Button variant="default" disabled={form.isBusy} onClick={() => void navigate(paths.home())}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={form.isBusy}>
            {t('checklist.company.action')}
          </Button>
        </FormFooter>
      </FormStack>
    </Page>
  );
}
