import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SearchRequest, TotalsResponse } from '../search-schema.ts';
import { numberFormat } from '#shared/text/intl-formats.ts';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { MoneyText } from '#ui/layout/money-text.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { createPreference } from '#web/preferences.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { sumSameCard, sumTransactions } from '#features/reports/transactions/endpoints.ts';
import classes from './money-totals.module.css';

interface Props {
  /** The search on the screen; undefined while it loads. */
  request: SearchRequest | undefined;
  /** Only transactions paid with the card of this one. */
  sameCardOf?: string;
}

const amounts = ['taken', 'refunded', 'paidOut', 'net'] as const;

/** Open or closed in every list. */
const areTotalsOpen = createPreference('totals', (stored) => stored === true);

/** What the transactions of a search moved: the net amount of each currency in one line, the rest on request. */
export function MoneyTotals({ request, sameCardOf }: Props) {
  const { t } = useTranslation();
  const tableId = useId();
  const isOpen = areTotalsOpen.use();
  const { data, isOld, hasFailed } = useTotals(request, sameCardOf);
  if (hasFailed) return <p className={classes.line}>{t('transactions.totals.failed')}</p>;
  if (data === undefined) return <SkeletonLines lines={1} lineHeight={32} />;
  if (data.totals.length === 0) return null;
  return (
    <>
      <div className={classes.line} aria-busy={isOld}>
        <span>{t('transactions.totals.net')}</span>
        {data.totals.map(({ ccyCode, net }) => (
          <strong key={ccyCode}>
            <MoneyText amount={net} currencyCode={ccyCode} isMuted={isZero(net)} />
          </strong>
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-controls={tableId}
          rightSection={
            isOpen ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />
          }
          onClick={() => areTotalsOpen.set(!isOpen)}
        >
          {t('transactions.totals.title')}
        </Button>
      </div>
      <div
        id={tableId}
        hidden={!isOpen}
        aria-busy={isOld}
        className={classes.totals}
        role="region"
        aria-label={t('transactions.totals.title')}
        // Scrolls sideways on a phone.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {isOpen && <TotalsTable data={data} />}
      </div>
    </>
  );
}

/** The whole table, as in the confirmation of an export. */
export function MoneyTotalsTable({ request, sameCardOf }: Props) {
  const { t } = useTranslation();
  const { data, isOld, hasFailed } = useTotals(request, sameCardOf);
  if (hasFailed) return <p>{t('transactions.totals.failed')}</p>;
  return (
    <div className={classes.totals} aria-busy={isOld}>
      {data === undefined ? <SkeletonLines lines={3} /> : <TotalsTable data={data} />}
    </div>
  );
}

const isZero = (amount: string): boolean => /^[-0.]*$/.test(amount);

/** Count, taken, refunded, paid out and net of each currency. */
export function TotalsTable({ data }: { data: TotalsResponse }) {
  const { t, language } = useTranslation();
  const times = useTimes();
  const number = numberFormat(browserLocale(language));
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>
        {t('transactions.totals.counted', { at: times.short(data.countedAt) })}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('transactions.column.ccy_code')}</th>
          <th scope="col">{t('transactions.totals.number')}</th>
          {amounts.map((amount) => (
            <th key={amount} scope="col">
              {t(`transactions.totals.${amount}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.totals.map((total) => (
          <tr key={total.ccyCode}>
            <th scope="row">{total.ccyCode}</th>
            <td className="number" data-label={t('transactions.totals.number')}>
              {number.format(total.number)}
            </td>
            {amounts.map((amount) => (
              <td key={amount} data-label={t(`transactions.totals.${amount}`)}>
                <MoneyText amount={total[amount]} isMuted={isZero(total[amount])} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The totals of the latest search that has rows on the screen; `isOld`: of the one before, until they are there. */
function useTotals(request: SearchRequest | undefined, sameCardOf: string | undefined) {
  const criteria = request && JSON.stringify(criteriaOf(request));
  const [latest, setLatest] = useState(criteria);
  if (criteria !== undefined && criteria !== latest) setLatest(criteria);
  const body = JSON.parse(latest ?? 'null') as SearchRequest;
  const options = { handlesOwnErrors: true, placeholderData: keepPreviousData };
  const ordinary = useCall(
    sumTransactions,
    { body },
    { ...options, enabled: latest !== undefined && sameCardOf === undefined },
  );
  const ofCard = useCall(
    sumSameCard,
    { body, path: { transactionId: sameCardOf ?? '' } },
    { ...options, enabled: latest !== undefined && sameCardOf !== undefined },
  );
  const { data, error, isPlaceholderData: isOld } = sameCardOf === undefined ? ordinary : ofCard;
  return { data: error === null ? data : undefined, isOld, hasFailed: error !== null };
}

/** Totals depend on the filters only. */
function criteriaOf({ fields, ...request }: SearchRequest): SearchRequest {
  const filters = fields.flatMap(({ field, filter }) => (filter ? [{ field, filter, display: false }] : []));
  return { ...request, startFrom: 1, limit: 1, fields: [{ field: 'txn_id' }, ...filters] };
}
