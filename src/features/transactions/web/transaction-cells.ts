import { groupDecimal } from '#ui/layout/money-text.tsx';

type TransactionRow = Readonly<Record<string, string>>;

/** Amounts paid to the customer. */
const outgoing = /^(REFUND|PAYOUT)/;
const isZero = (amount: string): boolean => /^-?0*(\.0*)?$/.test(amount);

/** "6.95 USD", negative when paid to the customer. */
export function moneyText(row: TransactionRow, locale: string): string {
  const amount = row.requested_amount ?? '';
  if (amount === '') return '';
  const unsigned = groupDecimal(amount.replace(/^-/, ''), locale);
  const isOutgoing = amount.startsWith('-') || (outgoing.test(row.txn_type ?? '') && !isZero(amount));
  return `${isOutgoing ? '−' : ''}${unsigned} ${row.ccy_code ?? ''}`.trim();
}

/** No money moved: the transaction failed, or its type moves none. */
export function isUncharged(row: TransactionRow): boolean {
  const { txn_status: status = '', amount } = row;
  return (status !== '' && status !== 'SUCCESS') || (amount !== undefined && isZero(amount));
}

/** "•••• 4242" from a masked card number; '' without one. */
export function cardEnd(row: TransactionRow): string {
  const [end = ''] = /\d{4}$/.exec(row.masked_pan ?? '') ?? [];
  return end === '' ? '' : `•••• ${end}`;
}
