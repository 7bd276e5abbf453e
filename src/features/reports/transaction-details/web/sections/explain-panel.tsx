import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { explainRule } from '#features/fraud/fraud-engine/endpoints.ts';
import { type SentenceRule, conditionText, plainSentence } from '#features/fraud/fraud-rules/sentence.ts';
import { useSentenceLabels } from '#features/fraud/fraud-rules/web/use-sentence-labels.ts';
import { formatMinor } from '#shared/money.ts';
import type { ResponseOf } from '#shared/define-endpoint.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { useCall } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './explain-panel.module.css';

type Explanation = ResponseOf<typeof explainRule>;
type ExplainedCondition = Explanation['conditions'][number];

interface Props {
  transactionId: string;
  /** Undefined while the panel is closed. */
  rule: { ruleId: string; ruleName: string } | undefined;
  onClose: () => void;
}

/** Why a rule matched the transaction, or why not: each condition with the compared value. */
export function ExplainPanel({ transactionId, rule, onClose }: Props) {
  const { t } = useTranslation();
  // The address names a rule by its id only.
  const path = { transactionId, ruleId: Number(rule?.ruleId ?? 0) };
  const { data } = useCall(explainRule, { path }, { enabled: rule !== undefined, handlesOwnErrors: true });
  return (
    <SidePanel
      isOpen={rule !== undefined}
      onClose={onClose}
      title={rule?.ruleName || (data?.ruleName ?? t('explain.any'))}
    >
      {rule !== undefined && <Explained transactionId={transactionId} ruleId={Number(rule.ruleId)} />}
    </SidePanel>
  );
}

function Explained({ transactionId, ruleId }: { transactionId: string; ruleId: number }) {
  const { t } = useTranslation();
  const path = { transactionId, ruleId };
  const { data, error, refetch } = useCall(explainRule, { path }, { handlesOwnErrors: true });
  const labels = useSentenceLabels(data?.lists ?? []);
  if (error !== null)
    return (
      <ErrorState title={t('explain.failed')} requestId={error.requestId} onRetry={() => void refetch()}>
        {t(error.status === 404 ? 'explain.not_found' : 'explain.try_again')}
      </ErrorState>
    );
  if (data === undefined) return <SkeletonLines lines={4} />;
  const truths = data.conditions.filter(({ state }) => state === 'TRUE').length;
  const count = data.conditions.length;
  const rule = data.rule as SentenceRule;
  const isOr = rule.ruleType === 'rule' && rule.joinedConditions.logicalOperator === 'or';
  return (
    <div className={classes.panel}>
      <p>{plainSentence(rule, labels)}</p>
      <p className={classes.verdict}>
        <strong>{t(data.matched ? 'explain.matched' : 'explain.not_matched')}</strong>{' '}
        {t(`explain.needed_${isOr ? 'or' : 'and'}`, { truths: String(truths), count: String(count) })}
      </p>
      <Notes explanation={data} t={t} />
      <ol className={classes.conditions}>
        {data.conditions.map((explained, index) => (
          <li key={index} data-state={explained.state}>
            <Mark state={explained.state} label={t(`explain.state.${explained.state}`)} />
            <span>
              {textOf(explained, data, labels)}
              <span className={classes.found}>
                {foundText(explained, t)}
                {explained.basis === 'TODAY' && ` ${t('explain.today')}`}
              </span>
            </span>
          </li>
        ))}
      </ol>
      <LinkButton
        to={data.ruleType === 'rule' ? paths.rule(ruleId) : paths.territory(ruleId)}
        variant="default"
      >
        {t('explain.open_rule')}
      </LinkButton>
    </div>
  );
}

/** Notices that belong above the conditions. */
function Notes({ explanation, t }: { explanation: Explanation; t: Translate }) {
  const { wasEvaluated, applies, versionBasis, version } = explanation;
  const notes = [
    wasEvaluated ? undefined : t('explain.not_evaluated'),
    applies ? undefined : t('explain.does_not_apply'),
    versionBasis === 'TODAY'
      ? t('explain.version_today')
      : t('explain.version_then', { version: String(version) }),
  ].filter((note) => note !== undefined);
  return notes.map((note) => (
    <p key={note} className="quiet">
      {note}
    </p>
  ));
}

const icons = { TRUE: IconCheck, FALSE: IconX, MISSING: IconMinus } as const;

function Mark({ state, label }: { state: ExplainedCondition['state']; label: string }) {
  const Icon = icons[state];
  return (
    <span className={classes.mark}>
      <Icon size={16} aria-hidden />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

function textOf(
  { condition }: ExplainedCondition,
  { rule }: Explanation,
  labels: ReturnType<typeof useSentenceLabels>,
): string {
  if (condition.type !== 'territory') return conditionText(condition, labels);
  return plainSentence(rule as SentenceRule, labels);
}

/** The compared value of the condition, in words. */
function foundText({ state, found, condition }: ExplainedCondition, t: Translate): string {
  if (state === 'MISSING' || found === null) return t('explain.found_missing');
  if (typeof found === 'boolean') return t(found ? 'explain.found_on_list' : 'explain.found_not_on_list');
  if (condition.type === 'velocitySum') {
    const currency = condition.currency.toUpperCase();
    return t('explain.found', { value: `${formatMinor(Number(found), currency)} ${currency}` });
  }
  return t('explain.found', { value: String(found).replace('|', ' / ') });
}
