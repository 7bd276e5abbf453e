import { Link } from '@tanstack/react-router';
import { zonedDate } from '#shared/zoned-day.ts';
import classes from './activity.module.css';
import { searchStatements } from '#features/transactions/endpoints.ts';
import { useCall } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { startupConfig } from '#web/startup-config.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

interface Props {
  /** The day's start and the start of the next day (ISO 8601). */
  from: string;
  until: string;
  zone: string;
}

/** The number of transactions of the day, with a link to them (docs/domain.md#home). */
export function TransactionCount({ from, until, zone }: Props) {
  const { t, language } = useTranslation();
  const { organisation } = useSignedIn();
  const day = { operation: 'BETWEEN' as const, value: [Date.parse(from), Date.parse(until) - 1] };
  const count = useCall(
    searchStatements,
    {
      body: {
        startFrom: 1,
        limit: 1,
        dataSource: startupConfig().tqsDataSourceDwEnabled === 'true' ? 'REPORT' : 'REAL-TIME',
        orgIds: [organisation.selectedParentOrgId],
        fields: [
          { field: 'txn_id', display: true },
          { field: 'txn_datetime', display: false, filter: day },
        ],
      },
    },
    { isHandledHere: true },
  );
  return (
    <div>
      <dt>{t('home.activity.transactions_today')}</dt>
      <dd className="number">
        {count.data == null ? (
          '–'
        ) : (
          <Link {...paths.statements({ date: zonedDate(new Date(from), zone) })} className={classes.count}>
            {new Intl.NumberFormat(browserLocale(language)).format(count.data.resultsAvailable)}
          </Link>
        )}
      </dd>
    </div>
  );
}
