import { MoneyText } from '#ui/layout/money-text.tsx';
import { isUnmoved, signedAmount, type TransactionMoney } from './money-column.ts';

/** The amount of a transaction outside a grid: signed, quiet where no money moved. */
export function TransactionAmount({ money }: { money: TransactionMoney }) {
  return (
    <MoneyText
      amount={signedAmount(money)}
      currencyCode={money.currency ?? undefined}
      isMuted={isUnmoved(money)}
    />
  );
}
