import { Notice } from '#ui/feedback/notice.tsx';
import { useFreshCall, useSend } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type ApprovalAction, approvalActions } from '#shared/approval-actions.ts';
import { currencies, currencyDigits } from '#shared/currencies.ts';
import { AmountField } from '#ui/form/amount-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { CompanyPolicyForm, CompanyPolicyPage } from '#web/form/company-policy.tsx';
import { type FormState, useForm } from '#web/form/use-form.ts';
import { getApprovalPolicy, saveApprovalPolicy } from '../endpoints.ts';
import {
  type PolicyErrors,
  type PolicyForm,
  policyErrors,
  takesAmount,
  toPolicyContent,
  toPolicyForm,
} from '../policy-form.ts';
import type { PolicyView } from '../schemas.ts';
import classes from './approvals.module.css';

/** /settings/approvals: what needs a second person in the selected organisation's company (docs/domain.md#approvals). */
export function ApprovalPolicyScreen() {
  const { t } = useTranslation();
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const policy = useFreshCall(getApprovalPolicy, { path: { orgId } });
  return (
    <CompanyPolicyPage
      title={t('screen.approvalPolicy')}
      policy={policy}
      texts={{
        failed: t('approval_policy.failed'),
        forbidden: t('approval_policy.forbidden'),
        saved: t('approval_policy.saved'),
        readOnly: t('approval_policy.read_only'),
      }}
      noCompany={{ title: t('approval_policy.no_company'), text: t('approval_policy.no_company_text') }}
    >
      {(data, onSaved) => <ApprovalPolicyEditor policy={data} onSaved={onSaved} />}
    </CompanyPolicyPage>
  );
}

interface PolicyEditorProps {
  policy: PolicyView;
  onSaved: () => Promise<void>;
}

/** The form of a policy. Without the right to change it, the fields are disabled. */
function ApprovalPolicyEditor({ policy, onSaved }: PolicyEditorProps) {
  const { t } = useTranslation();
  const send = useSend(saveApprovalPolicy, { handlesOwnErrors: true });
  const form = useForm<PolicyForm, PolicyErrors>({
    initial: toPolicyForm(policy),
    version: policy.version,
    validate: policyErrors,
    errorText: (code) => t(`approval_policy.error.${code}`),
    async send(values) {
      const body = { ...toPolicyContent(values), version: policy.version };
      await send.mutateAsync({ path: { orgId: policy.organisationId }, body });
      await onSaved();
    },
  });
  const isOff = !policy.mayChange;
  return (
    <CompanyPolicyForm label={t('screen.approvalPolicy')} form={form} mayChange={policy.mayChange}>
      {policy.otherApprovers === 0 && <Notice kind="pending">{t('approval_policy.no_approver')}</Notice>}
      {policy.otherApprovers > 0 && (
        <p>
          {t(
            `approval_policy.${policy.otherApprovers > policy.approvers.length ? 'approvers_more' : 'approvers'}`,
            {
              names: policy.approvers.join(', '),
              number: policy.otherApprovers - policy.approvers.length,
            },
          )}
        </p>
      )}
      <Card title={t('approval_policy.what')}>
        <div className="stack">
          {approvalActions.map((action) => (
            <RuleFields key={action} {...{ form, action, isOff }} />
          ))}
        </div>
      </Card>
      <Card title={t('approval_policy.keys')}>
        <SwitchField
          label={t('approval_policy.includes_keys')}
          help={t('approval_policy.includes_keys_help')}
          isOn={form.values.includesKeys}
          disabled={isOff}
          onChange={(includesKeys) => form.change({ includesKeys })}
        />
      </Card>
    </CompanyPolicyForm>
  );
}

interface RuleProps {
  form: FormState<PolicyForm, PolicyErrors>;
  action: ApprovalAction;
  isOff: boolean;
}

function RuleFields({ form, action, isOff }: RuleProps) {
  const { t } = useTranslation();
  const rule = form.values[action];
  const change = (part: Partial<typeof rule>): void => form.change({ [action]: { ...rule, ...part } });
  const actionError = form.errors()[action];
  const error = form.error(action);
  return (
    <div className={classes.rule}>
      <SwitchField
        label={t(`approvals.action.${action}`)}
        help={t(`approval_policy.help.${action}`)}
        isOn={rule.isOn}
        disabled={isOff}
        onChange={(isOn) => change({ isOn })}
      />
      {rule.isOn && takesAmount(action) && (
        <SwitchField
          label={t('approval_policy.from')}
          help={t('approval_policy.from_help')}
          isOn={rule.hasAmount}
          disabled={isOff}
          onChange={(hasAmount) => change({ hasAmount })}
        />
      )}
      {rule.isOn && (
        <div className={classes.row}>
          {takesAmount(action) && rule.hasAmount && (
            <>
              <AmountField
                name={`${action}Amount`}
                label={t('approval_policy.amount')}
                value={rule.amount}
                currencyCode={rule.currency}
                digits={currencyDigits(rule.currency) ?? 2}
                error={actionError === 'amount' ? error : undefined}
                disabled={isOff}
                onChange={(amount) => change({ amount })}
              />
              <SelectField
                label={t('approval_policy.currency')}
                choices={currencies().map((code) => ({ value: code, label: code }))}
                value={rule.currency}
                disabled={isOff}
                onChange={(currency) => change({ currency: currency ?? 'EUR' })}
              />
            </>
          )}
          <TextField
            name={`${action}Hours`}
            label={t('approval_policy.hours')}
            inputMode="numeric"
            value={rule.hours}
            error={actionError === 'hours' ? error : undefined}
            disabled={isOff}
            onChange={(event) => change({ hours: event.currentTarget.value })}
          />
        </div>
      )}
    </div>
  );
}
