import { type ComponentProps, useState } from 'react';
import { TextField } from '#ui/form/text-field.tsx';
import { ChoicesDialog, DialogForm, InstallationsField } from '#web/form/dialog-form.tsx';
import { useForm } from '#web/form/use-form.ts';
import { type Field, FieldSamples, type Overlay, Stateful, openers, Samples } from './gallery-frame.tsx';
import { serverFault } from './feedback-gallery.tsx';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { CompanyPolicyForm, CompanyPolicyPage } from '#web/form/company-policy.tsx';

const installations = [
  { installationId: 1, name: 'Till 1', merchantName: 'Harbour Coffee' },
  { installationId: 2, name: 'Till 2', merchantName: 'Harbour Coffee' },
  {
    installationId: 3,
    name: 'Online shop',
    merchantName: 'Harbour Coffee and Books at the Old Customs House on the Northern Quay',
  },
];
type Choices = ComponentProps<typeof ChoicesDialog<(typeof installations)[number]>>['choices'];

interface Values {
  name: string;
  installationIds: string[];
}
type Errors = Partial<Record<keyof Values, 'required'>>;

const empty: Values = { name: '', installationIds: [] };
const filled: Values = { name: 'Online shop', installationIds: ['1', '3'] };
const findErrors = ({ name, installationIds }: Values): Errors => ({
  name: name === '' ? 'required' : undefined,
  installationIds: installationIds.length === 0 ? 'required' : undefined,
});
const texts = { name: 'Enter a name', installationIds: 'Choose an installation' };

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface SampleProps {
  initial?: Values;
  /** Before the dialog closes. */
  send?: () => Promise<void>;
}

function SampleForm({ initial: first = filled, send, onClose }: SampleProps & { onClose: () => void }) {
  const [initial] = useState(first);
  const form = useForm<Values, Errors>({
    initial,
    validate: findErrors,
    errorText: (_code, field) => texts[field],
    async send() {
      await send?.();
      onClose();
    },
  });
  return (
    <DialogForm form={form} submitLabel="Create API key" onCancel={onClose}>
      <TextField {...form.field('name')} label="Name" help="Where you use the key" data-autofocus />
      <InstallationsField
        label="Installations"
        choices={installations}
        value={form.values.installationIds}
        error={form.error('installationIds')}
        onChange={(installationIds) => form.change({ installationIds })}
      />
    </DialogForm>
  );
}

/** A dialog whose choices have been read, unless `choices` differs. */
const dialog =
  (sample: SampleProps, choices: Partial<Choices> = {}, title = 'Create API key'): Overlay =>
  (close) => (
    <ChoicesDialog
      title={title}
      onClose={close}
      choices={{
        data: installations,
        error: null,
        refetch: async () => {},
        ...choices,
      }}
      texts={{
        failed: 'The installations could not be loaded',
        none: 'There are no installations that you may create keys for.',
      }}
    >
      {() => <SampleForm {...sample} onClose={close} />}
    </ChoicesDialog>
  );

const dialogs: Readonly<Record<string, Overlay>> = {
  'choices loading': dialog({}, { data: undefined }),
  'no choices': dialog({}, { data: [] }),
  'choices failed': dialog({}, { data: undefined, error: serverFault }),
  'errors on submit': dialog({ initial: empty }),
  'busy after submit': dialog({ send: () => after(4000) }),
  'failed after submit': dialog({
    async send() {
      await after(600);
      throw serverFault;
    },
  }),
  'long title': dialog(
    {},
    {},
    'Create an API key for the online shop of Harbour Coffee and Books at the Old Customs House',
  ),
};

const fields: readonly Field[] = [
  {
    name: 'InstallationsField',
    states: ['plain', 'error'],
    show: ({ error }) => (
      <Stateful initial={['1', '3']}>
        {(value, onChange) => (
          <InstallationsField label="Installations" choices={installations} {...{ value, error, onChange }} />
        )}
      </Stateful>
    ),
  },
];

/** Dialogs with a form, and the field that their forms share. */
export function DialogFormGallery() {
  return (
    <>
      <Samples title="Dialogs with a form" samples={openers(dialogs)} />
      <FieldSamples fields={fields} />
    </>
  );
}

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
    <CompanyPolicyForm {...{ label, mayChange }} form={{ ...form, ...state }}>
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
