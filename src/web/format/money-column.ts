import { hasMovedMoney } from '#shared/payments/transaction-kind.ts';
import { formatMoney } from '#shared/text/format-money.ts';

/** The data of a transaction's amount. Lists without types or statuses leave them out. */
export interface TransactionMoney {
  requested: string;
  currency?: string | null;
  type?: string;
  status?: string;
}

/** Amounts paid to the customer. */
const outgoing = /^(REFUND|PAYOUT)/;

/** "6.95 USD", negative when paid to the customer. */
export function moneyText(money: TransactionMoney, locale: string): string {
  return formatMoney(signedAmount(money), money.currency, locale);
}

/** Decimal text, negative when paid to the customer. */
export function signedAmount({ requested, type = '' }: TransactionMoney): string {
  return requested !== '' && outgoing.test(type) && !requested.startsWith('-') ? `-${requested}` : requested;
}

/** No money moved: the transaction failed, is pending, or its type moves none. A list without types or statuses is of money. */
export function isUnmoved({ type, status }: TransactionMoney): boolean {
  return !hasMovedMoney(type || 'PAYMENT', status || 'SUCCESS');
}

/** How a column of a grid shows amounts: signed, quiet where no money moved. */
export function moneyColumn<Row>(locale: string, moneyOf: (row: Row) => TransactionMoney) {
  return {
    align: 'end' as const,
    isNumeric: true,
    isWhole: 'text' as const,
    text: (row: Row) => moneyText(moneyOf(row), locale),
    isMuted: (row: Row) => isUnmoved(moneyOf(row)),
  };
}
