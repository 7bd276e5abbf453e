import { useState } from 'react';
import { useFreshCall, useSend } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { SecurityTabs } from '#web/links/security-tabs.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { CompanyPolicyForm, CompanyPolicyPage } from '#web/form/company-policy.tsx';
import { type FormState, useForm } from '#web/form/use-form.ts';
import { useTimes } from '#web/format/use-times.ts';
import { DateField } from '#ui/date/date-field.tsx';
import { AmountField } from '#ui/form/amount-field.tsx';
import { MultiSelectField } from '#ui/form/multi-select-field.tsx';
import { RadioField } from '#ui/form/radio-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { currencies, currencyDigits } from '#shared/currencies.ts';
import { getSecurityPolicy, saveSecurityPolicy } from '../endpoints.ts';
import {
  type PolicyErrors,
  type PolicyForm,
  isRequiring,
  policyErrors,
  toPolicyContent,
  toPolicyForm,
} from '../policy-form.ts';
import type { PolicyView } from '../schemas.ts';
import { type PolicyPermission, policyPermissions } from '../policy-permissions.ts';
import classes from './second-factor.module.css';

/** /settings/security: the sign-in rules of the selected organisation's company (docs/domain.md#security-policy). */
export function SecurityScreen() {
  const { t } = useTranslation();
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const policy = useFreshCall(getSecurityPolicy, { path: { orgId } });
  return (
    <CompanyPolicyPage
      title={t('screen.security')}
      tabs={<SecurityTabs />}
      policy={policy}
      texts={{
        failed: t('security_policy.failed'),
        forbidden: t('security_policy.forbidden'),
        forbiddenText: t('security_policy.forbidden_text'),
        saved: t('security_policy.saved'),
        readOnly: t('security_policy.read_only'),
      }}
    >
      {(data, onSaved) => <PolicyEditor policy={data} onSaved={onSaved} />}
    </CompanyPolicyPage>
  );
}

interface PolicyEditorProps {
  policy: PolicyView;
  onSaved: () => Promise<void>;
}

/** The form of a policy. Without the right to change it, the fields are disabled. */
function PolicyEditor({ policy, onSaved }: PolicyEditorProps) {
  const { t } = useTranslation();
  const times = useTimes();
  const send = useSend(saveSecurityPolicy, { handlesOwnErrors: true });
  const [hasDayError, setHasDayError] = useState(false);
  const form = useForm<PolicyForm, PolicyErrors>({
    initial: toPolicyForm(policy, times.zone, times.realToday()),
    version: policy.version,
    validate: (values) => policyErrors(values, hasDayError),
    errorText: (code) => t(`security_policy.error.${code}`),
    async send(values) {
      const body = { ...toPolicyContent(values, times.zone), version: policy.version };
      await send.mutateAsync({ path: { orgId: policy.organisationId }, body });
      await onSaved();
    },
  });
  const fields = { form, isOff: !policy.mayChange };
  return (
    <CompanyPolicyForm label={t('screen.security')} form={form} mayChange={policy.mayChange}>
      <SecondFactorCard {...fields} onDayError={setHasDayError} />
      <StepUpCard {...fields} />
    </CompanyPolicyForm>
  );
}

interface PolicyCardProps {
  form: FormState<PolicyForm, PolicyErrors>;
  isOff: boolean;
}

const modes = ['OFF', 'OFFERED', 'REQUIRED'] as const;

/** The users who need a second factor, the first day, and how long a browser may be remembered. */
function SecondFactorCard(props: PolicyCardProps & { onDayError: (isWrong: boolean) => void }) {
  const { form, isOff, onDayError } = props;
  const { t } = useTranslation();
  const times = useTimes();
  const { secondFactor, requiredFor, hasDay, day, deviceDays } = form.values;
  const dayError = t('security_policy.error.day');
  return (
    <Card title={t('security_policy.second_factor')}>
      <div className={classes.fields}>
        <RadioField
          label={t('security_policy.who')}
          help={t(`security_policy.mode_help.${secondFactor}`)}
          choices={modes.map((value) => ({ value, label: t(`security_policy.mode.${value}`) }))}
          value={secondFactor}
          disabled={isOff}
          onChange={(value) => form.change({ secondFactor: modes.find((mode) => mode === value) ?? 'OFF' })}
        />
        <MultiSelectField
          label={t('security_policy.required_for')}
          help={t('security_policy.required_for_help')}
          choices={policyPermissions.map((value) => ({
            value,
            label: t(`roles.permission.${value}`),
          }))}
          value={requiredFor}
          disabled={isOff}
          onChange={(value) => form.change({ requiredFor: value as PolicyPermission[] })}
        />
        {isRequiring(form.values) && (
          <SwitchField
            label={t('security_policy.from_day')}
            help={t('security_policy.from_day_help')}
            isOn={hasDay}
            disabled={isOff}
            onChange={(isOn) => form.change({ hasDay: isOn })}
          />
        )}
        {isRequiring(form.values) && hasDay && !isOff && (
          <div className={classes.narrow}>
            <DateField
              label={t('security_policy.day')}
              value={day}
              min={day < times.realToday() ? day : times.realToday()}
              max="2099-12-31"
              errorTexts={{ invalid: dayError, future: dayError, minimum: dayError }}
              error={form.error('day')}
              onChange={(next) => form.change({ day: next })}
              onError={(error) => onDayError(error !== undefined)}
            />
          </div>
        )}
        <div className={classes.narrow}>
          <SelectField
            label={t('security_policy.devices')}
            help={t('security_policy.devices_help')}
            choices={buildChoices([0, 7, 14, 30, 60, 90], deviceDays).map((days) => ({
              value: String(days),
              label:
                days === 0
                  ? t('security_policy.never')
                  : t('security_policy.days', { count: days, number: days }),
            }))}
            value={deviceDays}
            disabled={isOff}
            onChange={(value) => form.change({ deviceDays: value ?? '30' })}
          />
        </div>
      </div>
    </Card>
  );
}

/** When users confirm again that they are there. */
function StepUpCard({ form, isOff }: PolicyCardProps) {
  const { t } = useTranslation();
  const { stepUpMinutes, stepUpWithPassword, isForRefunds, refundAmount, refundCurrency } = form.values;
  const isEnabled = stepUpMinutes !== '0';
  return (
    <Card title={t('security_policy.step_up')}>
      <div className={classes.fields}>
        <p className="quiet-text">{t('security_policy.step_up_text')}</p>
        <div className={classes.narrow}>
          <SelectField
            label={t('security_policy.minutes')}
            choices={buildChoices([0, 5, 15, 60, 240], stepUpMinutes).map((minutes) => ({
              value: String(minutes),
              label:
                minutes === 0
                  ? t('security_policy.never')
                  : t('security_policy.minutes_long', { count: minutes, number: minutes }),
            }))}
            value={stepUpMinutes}
            disabled={isOff}
            onChange={(value) => form.change({ stepUpMinutes: value ?? '0' })}
          />
        </div>
        {isEnabled && (
          <SwitchField
            label={t('security_policy.password')}
            help={t('security_policy.password_help')}
            isOn={stepUpWithPassword}
            disabled={isOff}
            onChange={(isOn) => form.change({ stepUpWithPassword: isOn })}
          />
        )}
        {isEnabled && (
          <SwitchField
            label={t('security_policy.refunds')}
            help={t('security_policy.refunds_help')}
            isOn={isForRefunds}
            disabled={isOff}
            onChange={(isOn) => form.change({ isForRefunds: isOn })}
          />
        )}
        {isEnabled && isForRefunds && (
          <div className={classes.pair}>
            <AmountField
              name="refundAmount"
              label={t('security_policy.amount')}
              value={refundAmount}
              currencyCode={refundCurrency}
              digits={currencyDigits(refundCurrency) ?? 2}
              error={form.error('refundAmount')}
              disabled={isOff}
              onChange={(value) => form.change({ refundAmount: value })}
            />
            <SelectField
              label={t('security_policy.currency')}
              choices={currencies().map((code) => ({ value: code, label: code }))}
              value={refundCurrency}
              disabled={isOff}
              onChange={(value) => form.change({ refundCurrency: value ?? 'EUR' })}
            />
          </div>
        )}
      </div>
    </Card>
  );
}

/** The usual values and the stored one, which `apply` or an API may have set. */
const buildChoices = (usual: readonly number[], stored: string): number[] =>
  [...new Set([...usual, Number(stored)])].toSorted((a, b) => a - b);
