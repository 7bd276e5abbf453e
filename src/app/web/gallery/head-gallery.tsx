import { IconBan, IconPencil, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { ActionBar } from '#ui/layout/action-bar.tsx';
import type { Action } from '#ui/layout/arrange-actions.ts';
import { Facts } from '#ui/layout/facts.tsx';
import { Headline } from '#ui/layout/headline.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Section } from '#ui/layout/section.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';

const action = (id: string, label: string, more: Partial<Action> = {}): Action => ({
  id,
  label,
  onChoose: () => {},
  ...more,
});
const refund = action('refund', 'Refund');
const repeat = action('repeat', 'Repeat', { icon: IconRefresh });
const edit = action('edit', 'Edit user', { icon: IconPencil, href: '#edit' });
const add = action('add', 'Add payment', { icon: IconPlus });
const cancel = action('cancel', 'Cancel schedule', { icon: IconBan, isDangerous: true });
const longName = 'Restore the version that the fraud team approved in the first week of November';
const success = <StatusBadge tone="success" label="Success" />;

/** The head of an object's page in every state: headline and actions. Then facts and optional fields. */
export function HeadGallery() {
  return (
    <>
      <Section title="Head of a page">
        <Heads />
        <FurtherHeads />
      </Section>
      <Section title="Facts">
        <FactStates />
      </Section>
      <Section title="Optional fields">
        <div style={{ display: 'grid', gap: 16, maxWidth: 420 }}>
          <TextField label="Required" required />
          <TextField label="Merchant reference" isOptional help="Such as your invoice number" />
          <TextField label="Merchant reference" isOptional error="Enter at most 255 characters" />
          <TextField label="Merchant reference" isOptional disabled value="ORD-1" />
        </div>
      </Section>
    </>
  );
}

function Heads() {
  return (
    <>
      <Page
        title="6.95 USD"
        subtitle={
          <Headline
            status={success}
            kind="Payment"
            owner="Ada Lovell"
            time="22 Nov 2026, 00:32:15"
            id="10003699916"
          />
        }
        actions={<ActionBar primary={refund} secondary={repeat} more={[cancel, add]} />}
      />
      <Page
        title="https://hooks.harbour-coffee-and-books.example/countinghouse/events/production/europe"
        subtitle={
          <Headline
            status={
              <>
                <StatusBadge tone="warning" label="Captured 1,234.50 of 12,345.00 USD" />
                {success}
              </>
            }
            kind="A kind with a long name"
            owner="Harbour Coffee and Books at the Old Customs House on the Northern Quay, Limited"
            time="Created 22 Nov 2026, 00:32:15"
            id="f3b1c0de9a7746f0a1f2c3d4e5f60718"
          >
            <span>98.2% delivered (latest 231)</span>
          </Headline>
        }
        actions={
          <ActionBar
            primary={action('restore', longName)}
            secondary={repeat}
            more={[
              action('long', longName, { icon: IconPencil }),
              ...Array.from({ length: 9 }, (_, at) => action(String(at), `Further action ${at + 1}`)),
              cancel,
            ]}
          />
        }
      />
    </>
  );
}

function FurtherHeads() {
  const [hasFailed, setHasFailed] = useState(false);
  const fail = action('reopen', 'Reopen case', { onChoose: () => setHasFailed(true) });
  return (
    <>
      <Page
        title="Without actions"
        subtitle={<Headline status={success} />}
        actions={<ActionBar more={[]} />}
      />
      <Page
        title="A link, and one disabled"
        actions={
          <ActionBar
            primary={edit}
            secondary={{ ...repeat, isDisabled: true }}
            more={[{ ...add, isDisabled: true }, cancel]}
          />
        }
      />
      <Page
        title="Under way"
        actions={
          <ActionBar
            primary={{ ...refund, isBusy: true }}
            secondary={repeat}
            more={[{ ...add, isBusy: true }, cancel]}
          />
        }
      />
      <Page
        title="Only a menu"
        actions={
          <ActionBar
            secondary={fail}
            more={[cancel]}
            failure={
              hasFailed && (
                <Notice kind="failed" onClose={() => setHasFailed(false)}>
                  The case was changed by someone else.
                </Notice>
              )
            }
          />
        }
      />
    </>
  );
}

function FactStates() {
  const reference = { label: 'Merchant reference', value: 'ORD-899997' };
  const issuer = { label: 'Card issuer', value: null };
  return (
    <>
      <Facts
        facts={[
          reference,
          { label: 'Description', value: 'Marketplace purchase, three items from two sellers, gift wrapped' },
          issuer,
          { label: 'Postcode', value: '' },
          { label: 'Birth date', value: undefined },
        ]}
      />
      <Facts facts={[reference]} columns={1} />
      <Facts facts={[issuer]} />
      <Facts facts={[]} />
    </>
  );
}
