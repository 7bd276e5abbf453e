import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { SearchRequest } from '#features/record/reporting/search-schema.ts';
import { numberFormat } from '#shared/text/intl-formats.ts';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { MoneyText } from '#ui/layout/money-text.tsx';
import { useIsPhone } from '#ui/layout/use-is-phone.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { sumSameCard, sumTransactions } from '../endpoints.ts';
import classes from './money-totals.module.css';

interface Props {
  /** The search on the screen; undefined while it loads. */
  request: SearchRequest | undefined;
  /** Only transactions paid with the card of this one. */
  sameCardOf?: string | undefined;
}

const amounts = ['taken', 'refunded', 'paidOut', 'net'] as const;

/** What the transactions of a search moved: a line per currency. */
export function MoneyTotals({ request, sameCardOf }: Props) {
  const { t, language } = useTranslation();
  const times = useTimes();
  const isPhone = useIsPhone();
  const { data, hasFailed } = useTotals(request, sameCardOf);
  if (hasFailed) return <p className={classes.note}>{t('transactions.totals.failed')}</p>;
  if (data === undefined) {
    return (
      <div className={classes.totals}>
        <SkeletonLines lines={2} />
      </div>
    );
  }
  if (data.totals.length === 0) return null;
  const at = t('transactions.totals.counted', { at: times.short(data.countedAt) });
  if (isPhone) {
    return (
      <ul className={classes.list} aria-label={t('transactions.totals.title')}>
        {data.totals.map(({ ccyCode, ...sums }) => (
          <li key={ccyCode}>
            <MoneyText amount={sums.net} currencyCode={ccyCode} />{' '}
            {t('transactions.totals.net').toLowerCase()}
            <span className={classes.parts}>
              {t('transactions.totals.taken')} <MoneyText amount={sums.taken} />
              {' · '}
              {t('transactions.totals.refunded')} <MoneyText amount={sums.refunded} />
              {' · '}
              {t('transactions.totals.paidOut')} <MoneyText amount={sums.paidOut} />
            </span>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div className={classes.totals}>
      <table className={classes.table}>
        <caption className={classes.caption}>{at}</caption>
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
              <td className="number">{numberFormat(browserLocale(language)).format(total.number)}</td>
              {amounts.map((amount) => (
                <td key={amount}>
                  <MoneyText amount={total[amount]} isMuted={/^[-0.]*$/.test(total[amount])} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The totals of the latest search that has rows on the screen. */
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
  const { data, error } = sameCardOf === undefined ? ordinary : ofCard;
  return { data: error === null ? data : undefined, hasFailed: error !== null };
}

/** Totals depend on the filters only. */
function criteriaOf({ fields, ...request }: SearchRequest): SearchRequest {
  const filters = fields.flatMap(({ field, filter }) => (filter ? [{ field, filter, display: false }] : []));
  return { ...request, startFrom: 1, limit: 1, fields: [{ field: 'txn_id' }, ...filters] };
}
