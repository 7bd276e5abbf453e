import { Link } from '@tanstack/react-router';
import type { TransactionDetails } from '#features/transaction-details/schemas.ts';
import type { Origin } from '#features/transaction-details/web/back-link.tsx';
import classes from '#features/transaction-details/web/details-screen.module.css';
import { useDetailsWords } from '#features/transaction-details/web/use-details-words.ts';
import { StatusCell } from '#features/transactions/web/status-cell.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = Pick<TransactionDetails, 'life' | 'transactionId' | 'currencyCode'> & { origin: Origin };

/** What has happened to the payment, all its movements, the latest first. */
export function DetailsTimeline({ life, transactionId, currencyCode, origin }: Props) {
  const { t } = useTranslation();
  const words = useDetailsWords();
  if (life.length === 0) return <p className={classes.quiet}>{t('details.not_available')}</p>;
  return (
    <ol className={classes.timeline}>
      {life.toReversed().map((event, index) => (
        <li key={`${event.timeStamp} ${life.length - index}`}>
          <span className={classes.movement}>
            {words.type(event.type)}{' '}
            <span className="number">{words.money(event.requestedAmount, currencyCode)}</span>
          </span>
          <StatusCell status={event.status} />
          <span className={`${classes.moment} number`}>{words.moment(event.timeStamp)}</span>
          {event.reasonMessage != null && <span className={classes.reason}>{event.reasonMessage}</span>}
          {event.orderedBy != null && (
            <span className={classes.moment}>{t('details.ordered_by', { who: event.orderedBy })}</span>
          )}
          {event.transactionId !== transactionId && (
            <Link
              {...paths.transaction(event.transactionId)}
              state={{ origin } as object}
              className={`${classes.link} number`}
            >
              {event.transactionId}
            </Link>
          )}
        </li>
      ))}
    </ol>
  );
}
