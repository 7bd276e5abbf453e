import type { ComponentProps } from 'react';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { CompanyPolicyForm, CompanyPolicyPage } from '#web/form/company-policy.tsx';
import { useForm } from '#web/form/use-form.ts';
import { serverFault } from './feedback-gallery.tsx';
import { Samples } from './gallery-frame.tsx';

const company = {
  organisationId: 1100,
  organisationName: 'Harbour Group',
  version: 1,
  mayChange: true,
  includesKeys: true,
};
type Policy = typeof company;
type PageProps = ComponentProps<typeof CompanyPolicyPage<Policy>>;

const loaded = { data: company, error: null };
const failing = (error: CallFailure) => ({ ...loaded, data: undefined, error });
const policies: Readonly<Record<string, Omit<PageProps['policy'], 'refetch'>>> = {
  policy: loaded,
  'read only': { ...loaded, data: { ...company, mayChange: false } },
  'long name of the company': {
    ...loaded,
    data: { ...company, organisationName: 'Harbour Coffee and Books at the Old Customs House, Limited' },
  },
  loading: { ...loaded, data: undefined },
  failed: failing(serverFault),
  forbidden: failing(new CallFailure(403, 'E403', 'forbidden', 'req-7f31c2a9')),
  'no company': failing(new CallFailure(404, 'E404', 'not_found', 'req-7f31c2a9')),
};
const forms = { unchanged: {}, busy: { isBusy: true }, failed: { failure: serverFault } };

/** The policy of a company, as a page and its form. */
export function PolicyGallery() {
  return (
    <>
      <Samples title="CompanyPolicyPage" size="wide" samples={policyPages} />
      <Samples title="CompanyPolicyForm" size="medium" samples={policyForms} />
    </>
  );
}

const policyPages = Object.entries(policies).map(([name, policy]) => ({
  name,
  show: (
    <CompanyPolicyPage
      title="Approval policy"
      policy={{ ...policy, refetch: async () => {} }}
      texts={{
        failed: 'The approval policy could not be loaded',
        forbidden: 'You don’t have access to this approval policy',
        forbiddenText: 'Change the organisation or ask your administrator.',
        saved: 'Approval policy saved',
        readOnly: 'Only an administrator of the whole company can change this policy.',
      }}
      noCompany={{ title: 'Choose a company', text: 'Each company has its own approval policy.' }}
    >
      {(data, onSaved) => <PolicyForm label={`API keys, ${name}`} policy={data} onSaved={onSaved} />}
    </CompanyPolicyPage>
  ),
}));

interface PolicyFormProps {
  label: string;
  policy: Policy;
  onSaved: () => Promise<void>;
  /** The state, if it differs from a form that was not sent. */
  state?: { isBusy?: boolean; failure?: CallFailure };
}

function PolicyForm({ label, policy: { mayChange, includesKeys }, onSaved, state = {} }: PolicyFormProps) {
  const initial = { includesKeys };
  const form = useForm({ initial, validate: () => ({}), send: onSaved });
  return (
    <CompanyPolicyForm
      {...{ label, mayChange }}
      form={{ ...form, ...state }}
      texts={{ discard: 'Discard changes', save: 'Save' }}
    >
      <Card title={label}>
        <SwitchField
          label="Include API keys"
          help="Keys can’t wait for approval. Requests that need it are rejected."
          isOn={form.values.includesKeys}
          disabled={!mayChange}
          onChange={(isOn) => form.change({ includesKeys: isOn })}
        />
      </Card>
    </CompanyPolicyForm>
  );
}

const policyForms = Object.entries(forms).map(([name, state]) => ({
  name,
  show: (
    <PolicyForm
      label={`API keys of a form, ${name}`}
      policy={company}
      onSaved={async () => {}}
      state={state}
    />
  ),
}));
