import { Button } from '@mantine/core';
import { useState } from 'react';
import { AmountField } from '#ui/form/amount-field.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { MultiSelectField } from '#ui/form/multi-select-field.tsx';
import { NativeSelectField } from '#ui/form/native-select-field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { RadioField } from '#ui/form/radio-field.tsx';
import { RangeField } from '#ui/form/range-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { FieldSamples, type Field, Stateful, Samples } from './gallery-frame.tsx';
import classes from './gallery.module.css';

const types = [
  { value: 'payment', label: 'Payment' },
  { value: 'refund', label: 'Refund' },
  { value: 'payout', label: 'Payout', disabled: true },
];
const currencies = Array.from({ length: 24 }, (_, index) => ({
  value: `C${index}`,
  label: `Currency ${index + 1}`,
}));

const fields: readonly Field[] = [
  { name: 'TextField', show: (state) => <TextField label="Reference" defaultValue="ORD 1" {...state} /> },
  {
    name: 'PasswordField',
    show: (state) => (
      <PasswordField label="Password" defaultValue="correct horse" autoComplete="off" {...state} />
    ),
  },
  {
    name: 'TextAreaField',
    show: (state) => <TextAreaField label="Description" defaultValue="Two paperbacks" {...state} />,
  },
  {
    name: 'SelectField',
    show: (state) => (
      <Stateful<string | null> initial="payment">
        {(value, onChange) => (
          <SelectField label="Type" choices={types} {...{ value, onChange }} {...state} />
        )}
      </Stateful>
    ),
  },
  {
    name: 'SelectField, long and empty',
    states: ['plain'],
    show: () => (
      <Stateful<string | null> initial={null}>
        {(value, onChange) => (
          <SelectField
            label="Currency"
            placeholder="Choose a currency"
            choices={[
              { group: 'Often', items: currencies.slice(0, 3) },
              { group: 'All', items: currencies.slice(3) },
            ]}
            {...{ value, onChange }}
          />
        )}
      </Stateful>
    ),
  },
  {
    name: 'MultiSelectField',
    show: (state) => (
      <Stateful initial={['C1', 'C2']}>
        {(value, onChange) => (
          <MultiSelectField label="Currencies" choices={currencies} {...{ value, onChange }} {...state} />
        )}
      </Stateful>
    ),
  },
  {
    name: 'NativeSelectField',
    states: ['plain', 'help', 'error', 'optional'],
    show: (state) => (
      <Stateful initial="payment">
        {(value, onChange) => (
          <NativeSelectField label="Type" choices={types} {...{ value, onChange }} {...state} />
        )}
      </Stateful>
    ),
  },
  {
    name: 'RadioField',
    show: (state) => (
      <Stateful initial="payment">
        {(value, onChange) => <RadioField label="Type" choices={types} {...{ value, onChange }} {...state} />}
      </Stateful>
    ),
  },
  {
    name: 'AmountField',
    show: (state) => (
      <Stateful initial="1693.34">
        {(value, onChange) => (
          <AmountField label="Amount" currencyCode="USD" digits={2} {...{ value, onChange }} {...state} />
        )}
      </Stateful>
    ),
  },
  {
    name: 'AmountField, no decimals',
    states: ['plain'],
    show: () => (
      <Stateful initial="1200">
        {(value, onChange) => (
          <AmountField label="Amount" currencyCode="JPY" digits={0} {...{ value, onChange }} />
        )}
      </Stateful>
    ),
  },
  {
    name: 'CheckField',
    states: ['plain', 'error', 'disabled'],
    show: ({ error, disabled = false }) => (
      <Stateful<boolean> initial>
        {(isChecked, onChange) => (
          <CheckField label="Send a receipt" {...{ isChecked, onChange, error, disabled }} />
        )}
      </Stateful>
    ),
  },
  {
    name: 'SwitchField',
    states: ['plain', 'help', 'disabled'],
    show: (state) => (
      <Stateful<boolean> initial>
        {(isOn, onChange) => (
          <SwitchField label="Security code" {...{ isOn, onChange }} {...state} aside={isOn && 'Strict'} />
        )}
      </Stateful>
    ),
  },
  ...([1000, 0] as const).map((ceiling) => ({
    name: ceiling === 0 ? 'RangeField, nothing to choose' : 'RangeField',
    states: ['plain'] as const,
    show: () => (
      <Stateful initial={[Math.min(100, ceiling), Math.min(600, ceiling)] as const}>
        {([low, high], set) => (
          <RangeField
            label="Amount"
            lowLabel="From"
            highLabel="To"
            {...{ low, high, ceiling }}
            readEnd={(_end, text) => Math.min(Number(text), ceiling)}
            onChange={(from, to) => set([from, to])}
          />
        )}
      </Stateful>
    ),
  })),
];

/** Every field in every state, then forms with their buttons. */
export function FormGallery() {
  return (
    <>
      <FieldSamples fields={fields} />
      <Samples title="FormFooter" size="wide" samples={footers} />
      <Samples
        title="DialogButtons"
        size="medium"
        samples={Object.entries(buttons).map(([name, props]) => ({
          name,
          show: (
            <div className={classes.buttons}>
              <DialogButtons submit="Delete key" isBusy={false} onCancel={() => {}} {...props} />
            </div>
          ),
        }))}
      />
      <Samples
        title="FormStack"
        size="medium"
        samples={[{ name: 'with an error on submit', show: <SampleForm /> }]}
      />
    </>
  );
}

const footers = [
  { name: 'with changes', note: undefined, save: {} },
  { name: 'nothing to save', note: 'Nothing to save', save: { disabled: true } },
  { name: 'busy', note: undefined, save: { loading: true } },
].map(({ name, note, save }) => ({
  name,
  show: (
    <FormFooter note={note}>
      <Button variant="default" disabled={name === 'busy'}>
        Cancel
      </Button>
      <Button {...save}>Save changes</Button>
    </FormFooter>
  ),
}));

const buttons = {
  plain: {},
  dangerous: { isDangerous: true },
  disabled: { isDisabled: true },
  busy: { isBusy: true },
};

function SampleForm() {
  const [reference, setReference] = useState('');
  const [error, setError] = useState<string>();
  return (
    <>
      <UnsavedGuard isDirty={reference !== ''} />
      <FormStack
        label="Sample form"
        onSubmit={() => setError(reference === '' ? 'Enter a reference' : undefined)}
        actions={
          <>
            <Button variant="subtle">Clear</Button>
            <Button type="submit">Save</Button>
          </>
        }
      >
        <TextField
          label="Reference"
          value={reference}
          error={error}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      </FormStack>
    </>
  );
}
