import { groupDecimal } from '#ui/layout/money-text.tsx';

type TransactionRow = Readonly<Record<string, string>>;

/** Money that goes to the customer. */
const outgoing = /^(REFUND|PAYOUT)/;
const isZero = (amount: string): boolean => /^-?0*(\.0*)?$/.test(amount);

/** "6.95 USD", with a minus where money goes to the customer. */
export function moneyText(row: TransactionRow, locale: string): string {
  const amount = row.requested_amount ?? '';
  if (amount === '') return '';
  const unsigned = groupDecimal(amount.replace(/^-/, ''), locale);
  const isOutgoing = amount.startsWith('-') || (outgoing.test(row.txn_type ?? '') && !isZero(amount));
  return `${isOutgoing ? '−' : ''}${unsigned} ${row.ccy_code ?? ''}`.trim();
}

/** Nothing was charged or paid out: it did not succeed, or moved no money. */
export function isUncharged(row: TransactionRow): boolean {
  const { txn_status: status = '', amount } = row;
  return (status !== '' && status !== 'SUCCESS') || (amount !== undefined && isZero(amount));
}

/** "•••• 4242" of a masked number, '' without a card. */
export function cardEnd(row: TransactionRow): string {
  const [end = ''] = /\d{4}$/.exec(row.masked_pan ?? '') ?? [];
  return end === '' ? '' : `•••• ${end}`;
}
