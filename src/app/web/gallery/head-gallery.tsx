import { IconBan, IconPencil, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { ActionBar } from '#ui/layout/action-bar.tsx';
import type { Action } from '#ui/layout/arrange-actions.ts';
import { Facts } from '#ui/layout/facts.tsx';
import { Headline } from '#ui/layout/headline.tsx';
import { Page } from '#ui/layout/page.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { type Sample, Samples } from './gallery-frame.tsx';

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

const bars = {
  'A link, and one disabled': (
    <ActionBar
      primary={edit}
      secondary={{ ...repeat, isDisabled: true }}
      more={[{ ...add, isDisabled: true }, cancel]}
    />
  ),
  'Under way': (
    <ActionBar
      primary={{ ...refund, isBusy: true }}
      secondary={repeat}
      more={[{ ...add, isBusy: true }, cancel]}
    />
  ),
  'Only a menu, failing': <FailingAction />,
};
const reference = { label: 'Merchant reference', value: 'ORD-899997' };
const issuer = { label: 'Card issuer', value: null };

/** The head of an object's page in every state: headline and actions. Then facts. */
export function HeadGallery() {
  return (
    <>
      <Samples title="Head of a page" size="wide" samples={heads} />
      <Samples title="Facts" size="medium" samples={facts} />
    </>
  );
}

function FailingAction() {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <ActionBar
      secondary={action('reopen', 'Reopen case', { onChoose: () => setHasFailed(true) })}
      more={[cancel]}
      failure={
        hasFailed && (
          <Notice kind="failed" onClose={() => setHasFailed(false)}>
            The case was changed by someone else.
          </Notice>
        )
      }
    />
  );
}

const heads: readonly Sample[] = [
  {
    name: 'primary, secondary and more',
    show: (
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
    ),
  },
  { name: 'long texts', show: <LongHead /> },
  {
    name: 'without actions',
    show: (
      <Page
        title="0.00 EUR"
        isTitleMuted
        subtitle={<Headline status={success} />}
        actions={<ActionBar more={[]} />}
      />
    ),
  },
  ...Object.entries(bars).map(([name, actions]) => ({ name, show: <Page title={name} actions={actions} /> })),
];

function LongHead() {
  return (
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
            ...Array.from({ length: 9 }, (_, index) => action(String(index), `Further action ${index + 1}`)),
            cancel,
          ]}
        />
      }
    />
  );
}

const facts: readonly Sample[] = [
  {
    name: 'with empty values',
    show: (
      <Facts
        facts={[
          reference,
          { label: 'Description', value: 'Marketplace purchase, three items from two sellers, gift wrapped' },
          issuer,
          { label: 'Postcode', value: '' },
          { label: 'Birth date', value: undefined },
        ]}
      />
    ),
  },
  { name: 'one column', show: <Facts facts={[reference]} columns={1} /> },
  { name: 'empty values only', show: <Facts facts={[issuer]} /> },
];
