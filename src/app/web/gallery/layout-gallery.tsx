import { Card } from '#ui/layout/card.tsx';
import { CopyButton } from '#ui/layout/copy-button.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { DetailsList, Lines } from '#ui/layout/details-list.tsx';
import { Fold } from '#ui/layout/fold.tsx';
import { MoneyText } from '#ui/layout/money-text.tsx';
import { RefreshButton } from '#ui/layout/refresh-button.tsx';
import { Section } from '#ui/layout/section.tsx';
import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
import { CheckCell, OutcomeCell, StatusCell } from '#web/format/status-cell.tsx';
import { TimeText } from '#web/format/time-text.tsx';
import { TransactionAmount } from '#web/format/transaction-amount.tsx';
import { BackLink } from '#web/links/back-link.tsx';
import { DownloadButton } from '#web/links/download-button.tsx';
import { CustomerLink } from '#web/links/customer-link.tsx';
import { LinkButton } from '#web/links/link-button.tsx';
import { AreaTabs } from '#web/links/area-tabs.tsx';
import { SecurityTabs } from '#web/links/security-tabs.tsx';
import { paths } from '#web/paths.ts';
import { Stateful, Samples } from './gallery-frame.tsx';

const longText = 'Waiting for the customer’s authentication with the issuing bank';
const tones: readonly (readonly [StatusTone, string])[] = [
  ['success', 'Success'],
  ['failed', 'Failed'],
  ['pending', 'Pending'],
  ['neutral', 'Voided'],
  ['warning', 'Unknown'],
  ['info', 'Enrolled'],
  ['pending', longText],
];
const statuses = ['SUCCESS', 'FAILED', 'EXPIRED', 'VOIDED', 'CANCELLED'];
const checks = ['AUTHENTICATED', 'ENROLLED', 'MATCHED', 'NOT_MATCHED', 'NOT_CHECKED', 'REJECTED', 'UNKNOWN'];
const outcomes = ['ACCEPT', 'POSITIVE_LIST', 'DEFER', 'BLOCK', 'NONE'];

/** Parts of a page, and cells of a list, in every state. */
export function LayoutGallery() {
  return (
    <>
      <Samples title="Panels, sections and cards" size="medium" samples={frames} />
      <Samples title="Values" samples={values} />
      <Samples title="Details" size="medium" samples={details} />
      <Samples
        title="StatusBadge"
        samples={tones.map(([tone, label]) => ({
          name: label === longText ? 'long word' : tone,
          show: <StatusBadge {...{ tone, label }} />,
        }))}
      />
      <Samples
        title="Statuses, checks and outcomes"
        samples={[
          ...statuses.map((status) => ({ name: `status ${status}`, show: <StatusCell status={status} /> })),
          ...checks.map((result) => ({ name: `check ${result}`, show: <CheckCell result={result} /> })),
          ...outcomes.map((outcome) => ({
            name: `outcome ${outcome}`,
            show: <OutcomeCell outcome={outcome} />,
          })),
        ]}
      />
      <Samples title="Buttons and links" samples={links} />
      <Samples title="TreePicker" size="medium" samples={trees} />
    </>
  );
}

const frames = [
  {
    name: 'section, closed',
    show: (
      <Section title="History" isOpenAtFirst={false} aside={<StatusBadge tone="info" label="3" />}>
        Content
      </Section>
    ),
  },
  { name: 'fold', show: <Fold title="Raw data">Opened</Fold> },
  { name: 'card', show: <Card title="Customer">Ada Lovell</Card> },
];

const thisYear = new Date(Date.now() - 3 * 3_600_000);
const values = [
  { name: 'money', show: <MoneyText amount="1693.34" currencyCode="USD" /> },
  { name: 'money, large', show: <MoneyText amount="1693.34" currencyCode="USD" isLarge /> },
  { name: 'money, muted', show: <MoneyText amount="0.00" currencyCode="EUR" isMuted /> },
  { name: 'money, long', show: <MoneyText amount="1234567890123456.78" currencyCode="GBP" /> },
  {
    name: 'amount of a refund',
    show: (
      <TransactionAmount money={{ requested: '17.38', currency: 'EUR', type: 'REFUND', status: 'SUCCESS' }} />
    ),
  },
  {
    name: 'amount of a failed payment',
    show: <TransactionAmount money={{ requested: '17.38', currency: 'EUR', status: 'FAILED' }} />,
  },
  { name: 'time', show: <TimeText at={thisYear} /> },
  { name: 'time in a list', show: <TimeText at={thisYear} isShort /> },
  { name: 'time of another year in a list', show: <TimeText at="2021-03-04T05:06:07Z" isShort /> },
  { name: 'id', show: <CopyText text="10003699915" /> },
  { name: 'text of several lines', show: <CopyText isBlock text={'{\n  "amount": "6.95"\n}'} /> },
];

const description = 'Marketplace purchase, three items from two sellers, gift wrapped';
const longPlace = 'Online shop · Harbour Coffee and Books at the Old Customs House on the Northern Quay';
const rows = [
  { label: 'Amount', value: <MoneyText amount="6.95" currencyCode="USD" />, isNumeric: true },
  { label: 'Description', value: description },
  { label: 'Card issuer', value: null },
];
const details = [
  { name: 'one column', show: <DetailsList details={rows} /> },
  { name: 'two columns', show: <DetailsList details={rows} columns={2} /> },
  {
    name: 'lines as a value',
    show: (
      <DetailsList
        details={[
          { label: 'Installations', value: <Lines texts={['Till 1 · Harbour Coffee', longPlace]} /> },
          { label: 'IP addresses', value: <Lines texts={['192.0.2.0/24', '2001:db8::/32']} /> },
        ]}
      />
    ),
  },
  { name: 'own placeholder', show: <DetailsList details={rows} placeholder="Not available" /> },
];

const slow = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1500));
const links = [
  { name: 'refresh', show: <RefreshButton isBusy={false} onRefresh={() => {}} /> },
  { name: 'refresh, busy', show: <RefreshButton isBusy onRefresh={() => {}} /> },
  { name: 'copy', show: <CopyButton text="https://pay.example/l/1" label="Copy link" /> },
  { name: 'download', show: <DownloadButton label="Download CSV" save={slow} onFailure={() => {}} /> },
  { name: 'link as a button', show: <LinkButton to={paths.home()}>Open home</LinkButton> },
  {
    name: 'customer',
    show: <CustomerLink transactionId="10000000001">Ada Lovell</CustomerLink>,
  },
  { name: 'back', show: <BackLink to={paths.home()}>Home</BackLink> },
  { name: 'tabs', show: <SecurityTabs /> },
  { name: 'one tab', show: <AreaTabs label="Area" tabs={[{ label: 'Home', to: paths.home() }]} /> },
];

const nodes = [
  { id: '1', parentId: undefined, label: 'Harbour Group' },
  { id: '2', parentId: '1', label: 'Harbour Coffee', note: 'Merchant' },
  { id: '3', parentId: '1', label: 'Harbour Coffee and Books at the Old Customs House on the Northern Quay' },
  { id: '4', parentId: '3', label: 'Till 1' },
  { id: '5', parentId: '1', label: 'Closed shop' },
];
const texts = { label: 'Organisations', searchLabel: 'Search organisations', emptyText: 'No results.' };
const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(ids.has(id) ? [...ids].filter((selectedId) => selectedId !== id) : [...ids, id]);
const trees = [
  {
    name: 'one choice',
    show: (
      <Stateful<string | undefined> initial="2">
        {(selectedId, onPick) => (
          <TreePicker {...texts} {...{ nodes, selectedId, onPick }} offIds={new Set(['5'])} />
        )}
      </Stateful>
    ),
  },
  {
    name: 'several choices',
    show: (
      <Stateful<ReadonlySet<string>> initial={new Set(['3'])}>
        {(checkedIds, set) => (
          <TreePicker
            {...texts}
            {...{ nodes, checkedIds }}
            selectedId={undefined}
            coveredIds={new Set(checkedIds.has('3') ? ['4'] : [])}
            mixedIds={new Set(checkedIds.size > 0 ? ['1'] : [])}
            onPick={(id) => set(toggled(checkedIds, id))}
            isLow
          />
        )}
      </Stateful>
    ),
  },
  {
    name: 'empty',
    show: <TreePicker {...texts} nodes={[]} selectedId={undefined} onPick={() => {}} isLow />,
  },
];
