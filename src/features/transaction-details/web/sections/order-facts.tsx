import type { TransactionDetails } from '#features/transaction-details/endpoints.ts';
import type { Recipient } from '#features/transaction-details/detail-parts.ts';
import classes from '#features/transaction-details/web/details-screen.module.css';
import { Facts } from '#features/transaction-details/web/sections/facts.tsx';
import { useDetailsWords } from '#features/transaction-details/web/use-details-words.ts';
import { DataGrid } from '#ui/grid/data-grid.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Order = NonNullable<TransactionDetails['orderDetails']>;
type Line = NonNullable<Order['lineItems']>[number] & { number: number };

/** What was bought, all of it at once (docs/domain.md#transaction-details), and where it goes. */
export function OrderFacts({ order, currency }: { order: Order; currency: string }) {
  const { t } = useTranslation();
  const words = useDetailsWords();
  const { shippingAddress: to, lineItems = [] } = order;
  const rows = lineItems.map((line, number) => ({ ...line, number }));
  const money = (amount: string | undefined) => words.formatMoney(amount, currency);
  const column = (id: string, text: (line: Line) => string, isNumeric = true): GridColumn<Line> => ({
    id,
    header: t(`details.field.${id}`),
    text,
    ...(isNumeric ? { isNumeric, align: 'end' as const } : {}),
  });
  return (
    <div className={classes.related}>
      <DataGrid
        label={t('details.order')}
        columns={[
          { ...column('item_name', (line) => line.name, false), width: 320 },
          column('item_amount', (line) => money(line.itemAmount)),
          column('item_quantity', (line) => (line.quantity === undefined ? '' : String(line.quantity))),
          column('item_total', (line) => money(line.totalAmount)),
        ]}
        rows={rows}
        rowId={(line) => String(line.number)}
        visibleRows={Math.max(5, rows.length)}
        empty={t('details.no_lines')}
      />
      {to !== undefined && (
        <Facts
          facts={[
            ['shipping_name', to.name],
            ['shipping_address', joined([to.line1, to.line2, to.line3, to.line4, to.city, to.postcode])],
            ['district', to.district],
            ['state', to.state],
            ['shipping_country', words.country(to.country?.countryCode ?? null)],
          ]}
        />
      )}
    </div>
  );
}

/** Whom the money is for: of account funding or of a payout. */
export function RecipientFacts({ recipient }: { recipient: Recipient }) {
  const words = useDetailsWords();
  return (
    <Facts
      facts={[
        ['given_name', recipient.givenName],
        ['surname', recipient.surname],
        ['recipient_address', joined([recipient.address, recipient.city])],
        ['state', recipient.state],
        ['customer_country', words.country(recipient.countryCode ?? null)],
        ['birth_date', words.plainDay(recipient.dateOfBirth ?? null), true],
        ['account_number', recipient.accountNumber, true],
      ]}
    />
  );
}

const joined = (lines: (string | undefined)[]): string =>
  lines.filter((line) => line !== undefined && line !== '').join(', ');
