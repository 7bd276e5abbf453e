import type { TransactionDetails } from '#features/transaction-details/endpoints.ts';
import { rulesOutcome } from '#features/transaction-details/rules-outcome.ts';
import classes from '#features/transaction-details/web/details-screen.module.css';
import { type Fact, Facts } from '#features/transaction-details/web/sections/facts.tsx';
import { TriggeredRules } from '#features/transaction-details/web/sections/triggered-rules.tsx';
import { useDetailsWords } from '#features/transaction-details/web/use-details-words.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = { transaction: TransactionDetails };

/** What FraudGuard counted and what the rules said, each for those who may see it. */
export function FraudFacts({ transaction }: Props) {
  return (
    <div className={classes.parts}>
      <Allowed anyOf={['P_VIEW_FRAUD_RULES', 'P_EDIT_FRAUD_RULES']}>
        <RulesFacts transaction={transaction} />
      </Allowed>
      <Allowed anyOf={['P_VIEW_FRAUDGUARD']}>
        <FraudGuardFacts transaction={transaction} />
      </Allowed>
    </div>
  );
}

function RulesFacts({ transaction }: Props) {
  const { t } = useTranslation();
  const words = useDetailsWords();
  const { rulesServiceResult: result, decisionDetails } = transaction;
  const { decision, action, deferral, isDefaultAction } = rulesOutcome(result);
  const said = decision === 'decided' ? words.value(action) : t(`details.rules.${decision}`);
  const outcome = [said, deferral].filter((part) => part !== null).join(', ');
  return (
    <>
      <Facts
        facts={[
          ['outcome', isDefaultAction ? `${outcome} (${t('details.rules.default_action')})` : outcome],
          ['decision_reason', words.value(decisionDetails?.decisionReason)],
        ]}
      />
      {result !== null && result.triggeredRules.length > 0 && (
        <TriggeredRules rules={result.triggeredRules} />
      )}
    </>
  );
}

function FraudGuardFacts({ transaction }: Props) {
  const { t } = useTranslation();
  const guard = transaction.fraudGuardInformation;
  const morphing = (['address', 'email', 'card', 'ip'] as const).map((what): Fact => [
    `morphing_${what}`,
    guard?.identityMorphing[what],
    true,
  ]);
  return (
    <Facts
      facts={[
        ['fg_score', guard === null ? null : `${guard.fraudGuardScore} / 100`, true],
        ['fg_advice', guard === null ? null : t(`details.band.${guard.fraudGuardMessage}`)],
        ['via_ip', guard?.activityViaIpLast24Hours, true],
        ['on_card', guard?.activityOnCardLast24Hours, true],
        ...morphing,
        ['proxy_risk', guard?.openProxyRisk, true],
      ]}
    />
  );
}
