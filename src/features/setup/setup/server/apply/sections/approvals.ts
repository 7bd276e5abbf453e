import * as z from 'zod/mini';
import { Problem } from '#shared/problem.ts';
import {
  type NewPolicy,
  type PolicyRule,
  saveApprovalPolicy as policyCall,
} from '#features/access/approvals/schemas.ts';
import {
  changePolicyBy,
  loadCompanyPolicy,
  parsePolicy,
  policyContent,
} from '#features/access/approvals/server/manage-policy.ts';
import { ApplyError, atPointer } from '../apply-error.ts';
import type { ApplyRun } from '../apply-run.ts';
import { describeChange, merge } from '../plan.ts';
import { defineSection, collectNames } from '../section.ts';

const { action, ...settings } = policyCall.body.shape.rules.def.element.shape;
const kind = 'approval';

const schema = z
  .array(
    z.strictObject({
      action,
      ...z.partial(z.object(settings)).shape,
      role: z.optional(z.never('users whose roles have P_APPROVE approve: give them such a role in "users"')),
    }),
  )
  .check(z.maxLength(action.options.length));
type Given = z.output<typeof schema>[number];

/** The actions that need a second person. */
export const approvals = defineSection({
  name: 'approvals',
  schema,
  async apply(run, input) {
    const actions = input.map((rule) => rule.action);
    const named = collectNames('approvals', actions, 'action');
    const policy = await loadCompanyPolicy(run.sql, run.companyId);
    run.plan.read(kind, 'policy', policy.version);
    const rules = new Map(policy.rules.map((rule) => [rule.action, rule]));
    for (const [index, entry] of input.entries()) await applyOne(run, rules, entry, `/approvals/${index}`);
    await run.prune(kind, { label: kind, keys: named }, ({ key }) => {
      rules.delete(key as PolicyRule['action']);
      return Promise.resolve('removed');
    });
    await save(run, policy, { rules: [...rules.values()] });
  },
});

async function applyOne(
  run: ApplyRun,
  rules: Map<PolicyRule['action'], PolicyRule>,
  { role: _refused, ...input }: Given,
  pointer: string,
): Promise<void> {
  const key = input.action;
  const before = rules.get(key);
  const after = normalise(merge(before ?? { action: key, from: null, hours: 24 }, input), pointer);
  rules.set(key, after);
  const applied = (await run.loadApplied(kind)).get(key);
  if (!before) {
    const { from, hours } = after;
    run.plan.add(kind, key, `${from ? `from ${from.amount} ${from.currency}` : 'always'}, ${hours} hours`);
  } else {
    const changes = describeChange(before, after);
    if (changes !== '') run.plan.change(kind, key, changes);
  }
  if (!applied || applied.isPruned || !before)
    await run.save(kind, { key, objectId: key, isCreated: !before || (applied?.isCreated ?? false) });
}

/** Whether API keys need approval too. They cannot request it, so they are refused. */
export const approvalSettings = defineSection({
  name: 'approvalSettings',
  schema: z.strictObject({ includesKeys: policyCall.body.shape.includesKeys }),
  async apply(run, { includesKeys }) {
    const policy = await loadCompanyPolicy(run.sql, run.companyId);
    run.plan.read(kind, 'settings', policy.version);
    const changes = describeChange({ includesKeys: policy.includesKeys }, { includesKeys });
    if (changes !== '') run.plan.change(kind, 'settings', changes);
    await save(run, policy, { includesKeys });
  },
});

async function save({ sql, by, companyId }: ApplyRun, before: NewPolicy, change: Partial<NewPolicy>) {
  const after = { ...before, ...change };
  const sorted = (rules: readonly PolicyRule[]) => rules.toSorted((a, b) => (a.action < b.action ? -1 : 1));
  const isSame =
    before.includesKeys === after.includesKeys &&
    JSON.stringify(sorted(before.rules)) === JSON.stringify(sorted(after.rules));
  if (!isSame) await atPointer('/approvals', () => changePolicyBy(sql, by, companyId, after));
}

/** The stored form of the rule. Throws for an amount that is invalid, or that the action does not have. */
function normalise(rule: PolicyRule, pointer: string): PolicyRule {
  try {
    const stored = parsePolicy({ rules: [rule], includesKeys: false, version: 0 });
    return policyContent(stored).rules[0] ?? rule;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new ApplyError(`${pointer}/from`, 'an amount of money, for refunds and payouts only');
  }
}
