import { type ComponentProps, useState } from 'react';
import { TextField } from '#ui/form/text-field.tsx';
import { ChoicesDialog, DialogForm, InstallationsField } from '#web/form/dialog-form.tsx';
import { useForm } from '#web/form/use-form.ts';
import { type Field, FieldSamples } from './field-states.tsx';
import { serverFault } from './feedback-gallery.tsx';
import { Stateful, openers, type Overlay, Samples } from './gallery-frame.tsx';

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
  ...(name === '' ? { name: 'required' } : {}),
  ...(installationIds.length === 0 ? { installationIds: 'required' } : {}),
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
