import { useTranslation } from 'react-i18next';
import type { TransactionDetails } from '#features/transaction-details/calls.ts';
import classes from '#features/transaction-details/web/details-screen.module.css';
import { StatusCell } from '#features/transactions/web/status-cell.tsx';
import { useDetailsWords } from '#features/transaction-details/web/use-details-words.ts';

/** What has happened to the transaction, the latest first. */
export function DetailsTimeline({ history }: Pick<TransactionDetails, 'history'>) {
  const { t } = useTranslation();
  const words = useDetailsWords();
  if (history.length === 0) return <p className={classes.quiet}>{t('details.not_available')}</p>;
  return (
    <ol className={classes.timeline}>
      {history.toReversed().map((entry, index) => (
        <li key={`${entry.timeStamp} ${history.length - index}`}>
          <StatusCell status={entry.status} />
          <span className={`${classes.moment} number`}>{words.moment(entry.timeStamp)}</span>
          {entry.reasonCode != null && (
            <span className={classes.reason}>
              {entry.reasonMessage} <span className={classes.code}>{entry.reasonCode}</span>
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
