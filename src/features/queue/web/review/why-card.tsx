import { useState } from 'react';
import { useRuleTexts } from '#features/fraud-rules/web/use-rule-texts.ts';
import type { TransactionDetails } from '#features/transaction-details/schemas.ts';
import { Card } from '#ui/layout/card.tsx';
import { latePart } from '#ui/overlay/late-part.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './review.module.css';

const ExplainPanel = latePart(
  async () => (await import('#features/transaction-details/web/sections/explain-panel.tsx')).ExplainPanel,
);

const maxRules = 10;

/** The names of the triggered rules, joined; undefined without any. */
export function ruleNames(transaction: TransactionDetails | undefined): string | undefined {
  const names = transaction?.rulesServiceResult?.triggeredRules.map(({ ruleName }) => ruleName) ?? [];
  return names.length === 0 ? undefined : names.join(', ');
}

/** Why the payment waits: its triggered rules. Each opens its explanation. */
export function WhyCard({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation();
  const actionText = (action = '') =>
    t(`rules.action.${action.replace('Territory', '')}`, { defaultValue: action });
  const rules = transaction.rulesServiceResult?.triggeredRules ?? [];
  const texts = useRuleTexts(rules);
  const [explained, setExplained] = useState<{ ruleId: string; ruleName: string }>();
  const score = transaction.fraudGuardInformation?.fraudGuardScore;
  return (
    <Card title={t('review.why')}>
      {transaction.rulesServiceResult === null ? (
        <p className={classes.quiet}>{t('review.rules_hidden')}</p>
      ) : rules.length === 0 ? (
        <p className={classes.quiet}>{t('details.rules.no_rules_triggered')}</p>
      ) : (
        <ul className={classes.rules}>
          {rules.slice(0, maxRules).map((rule) => (
            <li key={rule.ruleId}>
              <button
                type="button"
                className={classes.rule}
                aria-label={t('review.explain', { rule: rule.ruleName })}
                onClick={() => setExplained(rule)}
              >
                {rule.ruleName}
              </button>
              <span className={classes.quiet}> {actionText(rule.action)}</span>
              <p>{texts.get(rule.ruleId) ?? t('details.rules.no_description')}</p>
            </li>
          ))}
          {rules.length > maxRules && (
            <li className={classes.quiet}>{t('review.more', { count: rules.length - maxRules })}</li>
          )}
        </ul>
      )}
      {score !== undefined && <p>{t('review.score', { score: String(score) })}</p>}
      <ExplainPanel
        transactionId={transaction.transactionId}
        rule={explained}
        isOpen={explained !== undefined}
        onClose={() => setExplained(undefined)}
      />
    </Card>
  );
}
