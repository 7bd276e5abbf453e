import { formatMoney } from '#shared/text/format-money.ts';

type TransactionRow = Readonly<Record<string, string>>;

/** Amounts paid to the customer. */
const outgoing = /^(REFUND|PAYOUT)/;
const isZero = (amount: string): boolean => /^-?0*(\.0*)?$/.test(amount);

/** "6.95 USD", negative when paid to the customer. */
export function moneyText(row: TransactionRow, locale: string): string {
  const amount = row.requested_amount ?? '';
  if (amount === '') return '';
  const isOutgoing = outgoing.test(row.txn_type ?? '') && !amount.startsWith('-');
  return formatMoney(isOutgoing ? `-${amount}` : amount, row.ccy_code, locale);
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
