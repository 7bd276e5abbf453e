import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import type { TransactionDetails } from '#features/reports/transaction-details/schemas.ts';
import { DetailsTimeline } from '#features/reports/transaction-details/web/sections/details-timeline.tsx';
import { useDetailsFormat } from '#features/reports/transaction-details/web/use-details-format.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Card } from '#ui/layout/card.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { formatDuration } from '#web/format/duration.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { useTabTitle } from '#web/tab-title.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useRuleTexts } from '#features/fraud/fraud-rules/web/use-sentence-labels.ts';
import { lazyMount } from '#ui/overlay/lazy-mount.tsx';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import type { ReviewTask } from '../../review-shapes.ts';
import { KeyCap } from './decision-bar.tsx';
import { ListsCard, NotesCard, PlacesCard } from './context-cards.tsx';
import { AddressCard, CardCard, ConnectionCard, CustomerCard } from './subject-cards.tsx';
import { useNow } from './review-head.tsx';
import classes from './review.module.css';
import type { ReviewMode } from './use-review-mode.ts';

interface Props {
  review: ReviewMode;
  task: ReviewTask;
  onComment: () => void;
  onList: () => void;
}

/** The review page of one task: headline, reason, facts with their history, timeline. */
export function ReviewTaskPage({ review, task, onComment, onList }: Props) {
  const { details, context } = review;
  return (
    <>
      <Headline key={task.id} review={review} task={task} onComment={onComment} onList={onList} />
      <div className={classes.columns}>
        <div className={classes.cards}>
          {details.data === undefined ? (
            <DetailsFailure review={review} />
          ) : (
            <>
              <WhyCard transaction={details.data} />
              <CustomerCard transaction={details.data} context={context} />
              <CardCard transaction={details.data} context={context} />
              <ConnectionCard transaction={details.data} context={context} />
              <AddressCard transaction={details.data} context={context} />
            </>
          )}
        </div>
        <div className={classes.aside}>
          <PlacesCard context={context} />
          <ListsCard context={context} />
          <NotesCard context={context} />
          {details.data !== undefined && <TimelineCard transaction={details.data} />}
        </div>
      </div>
    </>
  );
}

function TimelineCard({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation();
  const origin = { name: 'transactionSearch', params: {} };
  return (
    <Card title={t('details.history')}>
      <DetailsTimeline {...transaction} origin={origin} />
    </Card>
  );
}

function DetailsFailure({ review: { details } }: Pick<Props, 'review'>) {
  const { t } = useTranslation();
  if (details.error === null) return <SkeletonLines lines={10} />;
  return (
    <ErrorState
      title={t('review.details_failed')}
      requestId={details.error.requestId}
      onRetry={() => void details.refetch()}
    >
      {errorText(details.error.message)}
    </ErrorState>
  );
}

/** Takes the focus with each new task, so that a screen reader reads amount, customer and reason. */
function Headline({ review, task, onComment, onList }: Props) {
  const { t } = useTranslation();
  const format = useDetailsFormat();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { details } = review;
  const transaction = details.data;
  const isSettled = !details.isPending;
  useEffect(() => {
    if (!isSettled) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('main')?.scrollTo(0, 0);
  }, [isSettled]);
  const amount = format.money(task.transactionAmount, task.transactionCurrencyCode);
  useTabTitle(`${amount} · ${t('review.title')}`);
  const customer = transaction?.customerName ?? task.customerEmail;
  const mayAddToLists = useMayAddToLists();
  return (
    <div className={classes.headline}>
      <h1 ref={heading} tabIndex={-1} aria-describedby={id}>
        <span className="number">{amount}</span>
        {customer !== null && <span className={classes.who}>{customer}</span>}
      </h1>
      <p className="visually-hidden" id={id}>
        {t('review.reason', { rules: ruleNames(transaction) ?? t('review.no_reason') })}
      </p>
      <div className={classes.sub}>
        {task.status === 'ON_HOLD' && <StatusBadge tone="pending" label={t('review.on_hold')} />}
        <Deadline task={task} />
        <span>{format.type(transaction?.type ?? task.transactionTypeCategory)}</span>
        {transaction !== undefined && <span>{transaction.merchantName}</span>}
        <TimeText at={task.transactionTime} />
        <CopyText text={task.transactionId} />
      </div>
      <div className={classes.headButtons}>
        <Button variant="default" aria-keyshortcuts="C" onClick={onComment}>
          <KeyCap>C</KeyCap>
          {t('review.comment')}
        </Button>
        {mayAddToLists && transaction !== undefined && (
          <Button variant="default" aria-keyshortcuts="L" onClick={onList}>
            <KeyCap>L</KeyCap>
            {t('fraud_lists.import.title')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** "Captures itself in 6 hr 12 min". */
function Deadline({ task }: { task: ReviewTask }) {
  const { t, language } = useTranslation();
  const remainingMs = Date.parse(task.decidesAt) - useNow(15_000);
  if (task.finalAction === 'release') return <strong>{t('queue.decides.release')}</strong>;
  const outcome =
    task.finalAction === 'decline' ? 'decline' : task.movesMoney ? task.transactionTypeCategory : 'release';
  return (
    <strong>
      {remainingMs > 0
        ? t(`review.decides.${outcome}`, { time: formatDuration(remainingMs, browserLocale(language)) })
        : t('review.decides.due')}
    </strong>
  );
}

const ExplainPanel = lazyMount(
  async () =>
    (await import('#features/reports/transaction-details/web/sections/explain-panel.tsx')).ExplainPanel,
);

const maxRules = 10;

/** The names of the triggered rules, joined; undefined without any. */
function ruleNames(transaction: TransactionDetails | undefined): string | undefined {
  const names = transaction?.rulesServiceResult?.triggeredRules.map(({ ruleName }) => ruleName) ?? [];
  return names.length === 0 ? undefined : names.join(', ');
}

/** Why the payment waits: its triggered rules. Each opens its explanation. */
function WhyCard({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation();
  const actionText = (action = '') =>
    t(`rules.action.${action.replace('Territory', '')}`, { defaultValue: action });
  const rules = transaction.rulesServiceResult?.triggeredRules ?? [];
  const texts = useRuleTexts(rules);
  const [explainedRule, setExplainedRule] = useState<{ ruleId: string; ruleName: string }>();
  const score = transaction.fraudGuardInformation?.fraudGuardScore;
  return (
    <Card title={t('review.why')}>
      {transaction.rulesServiceResult === null ? (
        <p className="quiet">{t('review.rules_hidden')}</p>
      ) : rules.length === 0 ? (
        <p className="quiet">{t('details.rules.no_rules_triggered')}</p>
      ) : (
        <ul className={classes.rules}>
          {rules.slice(0, maxRules).map((rule) => (
            <li key={rule.ruleId}>
              <button
                type="button"
                className={classes.rule}
                aria-label={t('review.explain', { rule: rule.ruleName })}
                onClick={() => setExplainedRule(rule)}
              >
                {rule.ruleName}
              </button>
              <span className="quiet"> {actionText(rule.action)}</span>
              <p>{texts.get(rule.ruleId) ?? t('details.rules.no_description')}</p>
            </li>
          ))}
          {rules.length > maxRules && (
            <li className="quiet">{t('review.more', { count: rules.length - maxRules })}</li>
          )}
        </ul>
      )}
      {score !== undefined && <p>{t('review.score', { score: String(score) })}</p>}
      <ExplainPanel
        transactionId={transaction.transactionId}
        rule={explainedRule}
        isOpen={explainedRule !== undefined}
        onClose={() => setExplainedRule(undefined)}
      />
    </Card>
  );
}

/** Whether "Add to lists" has a list to add to (docs/domain.md#add-to-lists). */
export function useMayAddToLists(): boolean {
  const session = useSignedIn();
  return (
    isAllowed(session, { allOf: ['P_EDIT_FRAUD_LIST_ITEMS'] }) &&
    isAllowed(session, { anyOf: ['P_EDIT_FRAUD_NEGATIVE_POSITIVE_LISTS', 'P_EDIT_FRAUD_PARAMETER_LISTS'] })
  );
}
