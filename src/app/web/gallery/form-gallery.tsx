import { Button } from '@mantine/core';
import { useState } from 'react';
import { AmountField } from '#ui/form/amount-field.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Section } from '#ui/layout/section.tsx';
import { UnsavedGuard } from '#web/unsaved-guard.tsx';

export function FormGallery() {
  const [amount, setAmount] = useState('693.34');
  const [yen, setYen] = useState('1200');
  const [choice, setChoice] = useState<string | null>('payment');
  const [isChecked, setIsChecked] = useState(true);
  const [error, setError] = useState<string>();
  return (
    <Section title="Form">
      <UnsavedGuard isDirty={amount !== '693.34'} />
      <FormStack
        label="Sample form"
        onSubmit={() => setError('Enter a reference')}
        actions={
          <>
            <Button variant="subtle">Clear</Button>
            <Button variant="default">Cancel</Button>
            <Button color="red">Delete</Button>
            <Button disabled>Unavailable</Button>
            <Button loading>Saving</Button>
            <Button type="submit">Save</Button>
          </>
        }
      >
        <TextField label="Reference" required help="Shown on the customer's statement" error={error} />
        <TextField label="With an error" defaultValue="ORD 1" error="Use letters, digits and hyphens" />
        <TextField label="Disabled" value="Northwind Group" disabled />
        <PasswordField label="Password" defaultValue="correct horse" autoComplete="off" />
        <SelectField
          label="Type"
          value={choice}
          onChange={setChoice}
          choices={[
            { value: 'payment', label: 'Payment' },
            { value: 'refund', label: 'Refund' },
          ]}
        />
        <AmountField
          label="Amount"
          value={amount}
          onChange={setAmount}
          currencyCode="USD"
          digits={2}
          help="Up to 693.34 USD"
        />
        <AmountField label="Amount in yen" value={yen} onChange={setYen} currencyCode="JPY" digits={0} />
        <TextAreaField label="Description" />
        <CheckField label="Send a receipt" isChecked={isChecked} onChange={setIsChecked} />
      </FormStack>
    </Section>
  );
}
