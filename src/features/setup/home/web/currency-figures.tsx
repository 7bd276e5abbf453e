import { Link } from '@tanstack/react-router';
import type { DayRange } from '#shared/calendar-day.ts';
import { formatMinor } from '#shared/money.ts';
import { numberFormat } from '#shared/text/intl-formats.ts';
import { MoneyText } from '#ui/layout/money-text.tsx';
import { SparkLine } from '#ui/spark-line.tsx';
import { useMoney } from '#web/format/use-money.ts';
import { type Destination, paths } from '#web/paths.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type Measure, acceptanceRate, statementParamsFor } from '../activity-rules.ts';
import type { Activity } from '../schemas.ts';
import classes from './home-screen.module.css';

type CurrencyActivity = Activity['currencies'][number];
type Money = Pick<CurrencyActivity, 'takenMinor' | 'refundedMinor' | 'paidOutMinor'>;

const netOf = ({ takenMinor, refundedMinor, paidOutMinor }: Money): number =>
  takenMinor - refundedMinor - paidOutMinor;

interface Props {
  activity: Activity;
  days: DayRange;
}

/** The number of transactions, and a line of figures for each currency. */
export function CurrencyFigures({ activity, days }: Props) {
  const { t, language } = useTranslation();
  const date = days.from === days.to ? days.from : `${days.from},${days.to}`;
  const { transactions, currencies } = activity;
  const number = numberFormat(browserLocale(language)).format(transactions);
  return (
    <>
      {transactions === 0 ? (
        <p className={classes.none}>{t('home.activity.nothing')}</p>
      ) : (
        <p className={classes.count}>
          <Link {...paths.statements({ date })}>
            {t('home.activity.transactions')} <strong className="number">{number}</strong>
          </Link>
        </p>
      )}
      {currencies.map((currency) => (
        <OneCurrency key={currency.currency} figures={currency} date={date} />
      ))}
    </>
  );
}

function OneCurrency({ figures, date }: { figures: CurrencyActivity; date: string }) {
  const { t, language } = useTranslation();
  const money = useMoney();
  const locale = browserLocale(language);
  const { currency, before } = figures;
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const points = numberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  const [rate, rateBefore] = [acceptanceRate(figures), acceptanceRate(before)];
  const amount = (minor: number) => formatMinor(minor, currency);
  const moneyChange = (now: number, then: number) =>
    now === 0 && then === 0
      ? undefined
      : {
          ratio: (now - then) / Math.abs(then),
          before: then === 0 ? undefined : money(amount(then), currency),
        };
  const to = (measure: Measure, of?: string): Destination =>
    paths.statements(statementParamsFor(date, measure, of === undefined ? {} : { currency: of }) ?? { date });
  const figure = (name: 'net' | 'taken' | 'refunded', minor: number, then: number, link?: Destination) => (
    <div>
      <dt>{t(`home.activity.${name}`)}</dt>
      <dd>
        {link === undefined ? (
          <MoneyText amount={amount(minor)} currencyCode={currency} />
        ) : (
          <Link {...link}>
            <MoneyText amount={amount(minor)} currencyCode={currency} />
          </Link>
        )}
        <Change change={moneyChange(minor, then)} />
      </dd>
    </div>
  );
  return (
    <section className={classes.currency} aria-label={currency}>
      <dl className={classes.facts}>
        {figure('net', netOf(figures), netOf(before))}
        {figure('taken', figures.takenMinor, before.takenMinor, to('taken', currency))}
        {figure('refunded', figures.refundedMinor, before.refundedMinor, to('refunded', currency))}
        {figures.paidOutMinor > 0 && (
          <div>
            <dt>{t('home.activity.paid_out')}</dt>
            <dd>
              <MoneyText amount={amount(figures.paidOutMinor)} currencyCode={currency} />
              <Change change={moneyChange(figures.paidOutMinor, before.paidOutMinor)} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('home.activity.acceptance')}</dt>
          <dd className="number">
            {rate === undefined ? '–' : percent.format(rate)}
            {rate !== undefined && rateBefore !== undefined && (
              <small>
                {t('home.activity.points', {
                  points: points.format((rate - rateBefore) * 100),
                  before: percent.format(rateBefore),
                })}
              </small>
            )}
          </dd>
        </div>
      </dl>
      <SparkLine values={figures.buckets.map(netOf)} className={classes.spark} />
    </section>
  );
}

/** With a larger ratio there was next to nothing before. */
const maxRatio = 10;

/** "+12% from 1,200.00 GBP". */
function Change({ change }: { change: { ratio: number; before: string | undefined } | undefined }) {
  const { t, language } = useTranslation();
  const percent = numberFormat(browserLocale(language), {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  if (change === undefined) return null;
  const { ratio, before } = change;
  return (
    <small>
      {before === undefined
        ? t('home.activity.none_before')
        : Math.abs(ratio) > maxRatio
          ? t('home.activity.before', { before })
          : t('home.activity.change', { change: percent.format(ratio), before })}
    </small>
  );
}
