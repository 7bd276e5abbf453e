import { Button } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/unsaved-guard.tsx';
import { saveSecurityPolicy } from '../../endpoints.ts';
import {
  type PolicyFaults,
  type PolicyForm,
  policyFaults,
  toPolicyContent,
  toPolicyForm,
} from '../../policy-form.ts';
import type { PolicyView } from '../../schemas.ts';
import { SecondFactorCard, StepUpCard } from './policy-fields.tsx';

interface Props {
  policy: PolicyView;
  onSaved: () => Promise<void>;
}

/** The form of a policy. Without the right to change it, the fields are disabled. */
export function PolicyEditor({ policy, onSaved }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const send = useSend(saveSecurityPolicy, { isHandledHere: true });
  const [initial] = useState<PolicyForm>(() => toPolicyForm(policy, times.zone, times.today()));
  const [isDayWrong, setIsDayWrong] = useState(false);
  const form = useForm<PolicyForm, PolicyFaults>({
    initial,
    validate: (values) => policyFaults(values, isDayWrong),
    errorText: (fault) => t(`security_policy.fault.${fault}`),
    async send(values) {
      const body = { ...toPolicyContent(values, times.zone), version: policy.version };
      await send.mutateAsync({ path: { orgId: policy.organisationId }, body });
      await onSaved();
    },
  });
  const isDirty = JSON.stringify(form.values) !== JSON.stringify(initial);
  const fields = { form, isOff: !policy.mayChange };
  return (
    <FormStack label={t('screen.security')} onSubmit={form.submit}>
      <UnsavedGuard isDirty={isDirty} />
      <SecondFactorCard {...fields} onDayFault={setIsDayWrong} />
      <StepUpCard {...fields} />
      {form.failure !== undefined && <Notice kind="failed">{form.failure}</Notice>}
      {policy.mayChange && (
        <FormFooter>
          <Button variant="default" onClick={form.reset} disabled={form.isBusy || !isDirty}>
            {t('security_policy.discard')}
          </Button>
          <Button type="submit" loading={form.isBusy} disabled={!isDirty}>
            {t('security_policy.save')}
          </Button>
        </FormFooter>
      )}
    </FormStack>
  );
}
