import { inTenant } from '#database/tenant.ts';
import type { Condition, JoinedConditions, Outcome, RuleCore } from '#features/fraud/fraud-rules/rule.ts';
import { findRule, insertRule, saveRule, toContent } from '#features/fraud/fraud-rules/server/db/rules.ts';
import type { TestApp } from '#testing/start-app.ts';

const companyId = 1100;

/** The installation of payment-fixtures.ts, and its merchant. */
export const installationId = 5300001;

async function readMerchantId(app: TestApp): Promise<number> {
  const [row] = await app.owner<{ merchantId: number }[]>`
    select merchant_id from installation where installation_id = ${installationId}`;
  return row?.merchantId ?? 0;
}

/** Stores an active rule of Harbour Group for one installation, as the product does. Returns its id. */
export async function insertTestRule(
  app: TestApp,
  core: RuleCore & Outcome & { name?: string },
): Promise<number> {
  const merchantIds = [await readMerchantId(app)];
  const { name = 'Test rule' } = core;
  const content = { ...core, name, description: name, merchantIds, installationIds: [installationId] };
  return inTenant(app.services.database, [companyId], (sql) =>
    insertRule(sql, {
      companyId,
      organisationId: companyId,
      content,
      active: true,
      by: 'admin@harbour.example',
      at: app.clock.now(),
    }),
  );
}

/** A rule of conditions that must all be true. */
export function blockWhen(
  conditions: readonly Condition[],
  more: Partial<JoinedConditions> & { name?: string } = {},
): RuleCore & { name?: string } {
  const { name = 'Test rule', ...joined } = more;
  const joinedConditions = { logicalOperator: 'and' as const, conditions: [...conditions], ...joined };
  return { name, ruleType: 'rule', action: 'Block', joinedConditions };
}

/** A count of attempts with the same value of a field. */
export const moreThan = (value: number, field: string, window: '1h' | '24h' = '1h'): Condition => ({
  type: 'velocityCount',
  field,
  operator: 'greaterThan',
  value,
  window,
});

export async function deactivateRule(app: TestApp, ruleId: number): Promise<void> {
  await inTenant(app.services.database, [companyId], async (sql) => {
    const rule = await findRule(sql, [companyId], ruleId, true);
    if (!rule) throw new Error(`no rule ${ruleId}`);
    const content = toContent(rule);
    await saveRule(sql, rule, {
      action: 'DEACTIVATE',
      content,
      by: 'admin@harbour.example',
      at: app.clock.now(),
    });
  });
}

/** No rule is active. */
export async function deactivateAllRules(app: TestApp): Promise<void> {
  const rules = await app.owner<{ ruleId: number }[]>`select rule_id from fraud_rule where active`;
  for (const { ruleId } of rules) await deactivateRule(app, ruleId);
}
