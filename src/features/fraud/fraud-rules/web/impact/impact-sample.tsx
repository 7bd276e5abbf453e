import { Link } from '@tanstack/react-router';
import type { MeasuredImpact } from '#features/fraud/fraud-impact/schemas.ts';
import { MoneyText } from '#ui/layout/money-text.tsx';
import { TimeText } from '#web/format/time-text.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './impact.module.css';

interface Props {
  sample: NonNullable<MeasuredImpact['sample']>;
  /** The id of a stored rule, which each row can explain. */
  ruleId?: number;
}

/** The newest matches. Each opens beside the rule, which has not been saved. */
export function ImpactSample({ sample, ruleId }: Props) {
  const { t } = useTranslation();
  return (
    <details className={classes.sample}>
      <summary>
        {t('rule_impact.sample')} <span className="number">{sample.length}</span>
      </summary>
      <ul>
        {sample.map(({ transactionId, amount, currency, status, time, merchantName }) => (
          <li key={transactionId}>
            <Link
              {...paths.transaction(transactionId, ruleId === undefined ? {} : { explain: String(ruleId) })}
              target="_blank"
              rel="noopener"
            >
              <MoneyText amount={amount} currencyCode={currency} />
              <span className={classes.when}>
                <TimeText at={time} isShort />
              </span>
              <span className={classes.what}>{merchantName}</span>
              <span className={classes.what}>
                {t(`transactions.status.${status}`, { defaultValue: status })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
