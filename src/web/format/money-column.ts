import { formatMoney } from '#shared/text/format-money.ts';

/** The data of a transaction's amount. Lists without types or statuses leave them out. */
export interface TransactionMoney {
  requested: string;
  currency?: string | null;
  type?: string;
  status?: string;
  /** The amount that moved of the requested one. */
  moved?: string;
}

/** Amounts paid to the customer. */
const outgoing = /^(REFUND|PAYOUT)/;
const isZero = (amount: string): boolean => /^-?0*(\.0*)?$/.test(amount);

/** "6.95 USD", negative when paid to the customer. */
export function moneyText(money: TransactionMoney, locale: string): string {
  return formatMoney(signedAmount(money), money.currency, locale);
}

/** Decimal text, negative when paid to the customer. */
export function signedAmount({ requested, type = '' }: TransactionMoney): string {
  return requested !== '' && outgoing.test(type) && !requested.startsWith('-') ? `-${requested}` : requested;
}

/** No money moved: the transaction failed, or its type moves none. */
export function isUncharged({ status = '', moved }: TransactionMoney): boolean {
  return (status !== '' && status !== 'SUCCESS') || (moved !== undefined && isZero(moved));
}

/** How a column of a grid shows amounts: signed, quiet where no money moved. */
export function moneyColumn<Row>(locale: string, moneyOf: (row: Row) => TransactionMoney) {
  return {
    align: 'end' as const,
    isNumeric: true,
    isWhole: 'text' as const,
    text: (row: Row) => moneyText(moneyOf(row), locale),
    isMuted: (row: Row) => isUncharged(moneyOf(row)),
  };
}
