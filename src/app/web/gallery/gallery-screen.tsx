import { Button, Group, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { GridGallery } from './grid-gallery.tsx';
import { HeadGallery } from './head-gallery.tsx';
import { ImpactGallery } from './impact-gallery.tsx';
import { PatternGallery } from './pattern-gallery.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { Page } from '#ui/layout/page.tsx';
import { paths } from '#web/paths.ts';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { MoneyText } from '#ui/layout/money-text.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Section } from '#ui/layout/section.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { ResultDialog } from '#ui/overlay/result-dialog.tsx';
import { AmountField } from '#ui/form/amount-field.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';

/** Every component of src/ui in every state. In development only, so its words are not translated. */
export function GalleryScreen() {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <main>
      <Page
        title="Gallery"
        subtitle={<Link {...paths.home()}>Every component in every state; back to home</Link>}
        actions={
          <SegmentedControl
            aria-label="Theme"
            data={['light', 'dark', 'auto']}
            value={colorScheme}
            onChange={(value) => setColorScheme(value as 'light' | 'dark' | 'auto')}
          />
        }
      >
        <GridGallery />
        <FormGallery />
        <LayoutGallery />
        <HeadGallery />
        <FeedbackGallery />
        <OverlayGallery />
        <PatternGallery />
        <ImpactGallery />
      </Page>
    </main>
  );
}

function LayoutGallery() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <Section title="Panel">
        <Button
          mb={12}
          variant="default"
          aria-expanded={isOpen}
          aria-controls="sample-panel"
          onClick={() => setIsOpen(!isOpen)}
        >
          Filters
        </Button>
        <Panel id="sample-panel" label="Filters" isOpen={isOpen}>
          Opens and closes in 500 ms.
        </Panel>
      </Section>
      <Section title="Details" aside={<StatusBadge tone="success" label="Success" />}>
        <p>
          <MoneyText amount="1693.34" currencyCode="USD" isLarge />
        </p>
        <DetailsList
          columns={2}
          details={[
            { label: 'Transaction ID', value: <CopyText text="10003699915" /> },
            {
              label: 'Amount',
              value: <MoneyText amount="1234567890123456.78" currencyCode="GBP" />,
              isNumeric: true,
            },
            { label: 'Merchant reference', value: 'ORD-899997' },
            {
              label: 'Description',
              value: 'Marketplace purchase, three items from two sellers, gift wrapped',
            },
            { label: 'Card issuer', value: null },
          ]}
        />
      </Section>
      <Section title="Closed section" isOpenAtFirst={false}>
        Content
      </Section>
      <Section title="Status badges">
        <Group>
          <StatusBadge tone="success" label="Success" />
          <StatusBadge tone="failed" label="Failed" />
          <StatusBadge tone="pending" label="Pending" />
          <StatusBadge tone="neutral" label="Voided" />
          <StatusBadge tone="warning" label="Unknown" />
          <StatusBadge tone="info" label="Enrolled" />
        </Group>
      </Section>
    </>
  );
}

type Open = 'confirm' | 'danger' | 'success' | 'processing' | 'error';

function OverlayGallery() {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <Section title="Dialogs">
      <Group>
        {(['confirm', 'danger', 'success', 'processing', 'error'] as const).map((kind) => (
          <Button key={kind} variant="default" onClick={() => setOpen(kind)}>
            Open {kind}
          </Button>
        ))}
      </Group>
      <ConfirmDialog
        isOpen={open === 'confirm'}
        title="Refund transaction 10003699915"
        confirmLabel="Refund 12.00 GBP"
        onConfirm={() => new Promise((done) => setTimeout(() => done(close()), 600))}
        onCancel={close}
      >
        12.00 GBP of 693.34 GBP goes back to the card ending 3930.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={open === 'danger'}
        isDangerous
        isStatic
        title="Cancel schedule 4711"
        confirmLabel="Cancel schedule 4711"
        cancelLabel="Keep it"
        onConfirm={close}
        onCancel={close}
      >
        Nine payments of 12.00 GBP will not be taken.
      </ConfirmDialog>
      <ResultDialog isOpen={open === 'success'} kind="success" title="Refunded" onClose={close}>
        12.00 GBP is on its way back to the card.
      </ResultDialog>
      <ResultDialog
        isOpen={open === 'processing'}
        kind="processing"
        title="Refund is being processed"
        onClose={close}
      >
        The bank has not answered yet. The transaction shows the result as soon as it is known.
      </ResultDialog>
      <ResultDialog
        isOpen={open === 'error'}
        kind="error"
        title="Not refunded"
        requestId="req-7f31c2a9"
        onClose={close}
      >
        The bank declined the refund: insufficient funds. No money has moved.
      </ResultDialog>
    </Section>
  );
}

function FormGallery() {
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

const serverError = new CallFailure(500, 'E100', 'internal_server_error', '01JD8Z6Q4N7V0S5T2M9XKCB3RW');
const noResponse = new CallFailure(0, '', 'server_not_available');
const wrongPassword = new CallFailure(401, '', 'incorrect_credentials', '01JD8Z6Q4N7V0S5T2M9XKCB3RX');

function FeedbackGallery() {
  return (
    <Section title="Feedback">
      <EmptyState title="No schedules yet" action={<Button>New schedule</Button>}>
        A schedule repeats a payment by itself. Start one from a transaction.
      </EmptyState>
      <ErrorState title="The schedules could not be loaded" requestId="req-7f31c2a9" onRetry={() => {}}>
        Nothing has changed. Try again in a moment.
      </ErrorState>
      <SkeletonLines lines={4} />
      <div style={{ display: 'grid', gap: 8 }}>
        <Notice title="Snapshot">These figures are from 03:19.</Notice>
        <Notice kind="success" onClose={() => {}}>
          The rule has been saved.
        </Notice>
        <Notice kind="pending">The refund is being processed.</Notice>
        <Notice kind="failed" title="Not saved" action={<Button variant="default">Try again</Button>}>
          Someone else changed this list a minute ago.
        </Notice>
        <FailureNotice failure={serverError} />
        <FailureNotice failure={serverError} title="Couldn’t save the risk controls" onClose={() => {}} />
        <FailureNotice failure={noResponse} title="Couldn’t send your feedback" />
        <FailureNotice failure={wrongPassword} />
      </div>
    </Section>
  );
}
