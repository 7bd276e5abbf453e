import * as z from 'zod/mini';
import {
  type PolicyContent,
  saveSecurityPolicy as policyCall,
} from '#features/access/second-factor/schemas.ts';
import { changePolicyBy, readCurrentPolicy } from '#features/access/second-factor/server/manage-policy.ts';
import { atPointer } from '../apply-error.ts';
import type { ApplyRun } from '../apply-run.ts';
import { describeChange, merge } from '../plan.ts';
import { defineSection } from '../section.ts';
import { applySignOn, discoverGiven, signOnSchema } from './single-sign-on.ts';

const { version: _version, ...rules } = policyCall.body.shape;

const schema = z.strictObject({
  ...z.partial(z.object(rules)).shape,
  /** `null` removes the provider with its mapping. */
  sso: z.optional(z.nullable(signOnSchema)),
});
type Given = Omit<z.output<typeof schema>, 'sso'>;

/** The sign-in rules of the company, and its single sign-on. What the file does not have stays. */
export const security = defineSection({
  name: 'security',
  schema,
  prepare: async (environment, { sso, ...input }) => ({
    ...input,
    sso: sso && (await discoverGiven(environment, sso)),
  }),
  async apply(run, { sso, ...input }) {
    await applyPolicy(run, input);
    if (sso !== undefined) await applySignOn(run, sso);
  },
});

async function applyPolicy({ sql, by, plan, companyId }: ApplyRun, input: Given): Promise<void> {
  const { version, ...before } = await readCurrentPolicy(sql, companyId);
  plan.read('security', 'policy', version);
  const after = normalise(merge<PolicyContent>(before, input));
  const changes = describeChange(readable(before), readable(after));
  if (changes === '') return;
  await atPointer('/security', () =>
    changePolicyBy(sql, by, { organisationId: companyId, companyId }, { ...after, version }),
  );
  if (version === 0) plan.add('security', 'policy', changes);
  else plan.change('security', 'policy', changes);
}

const normalise = (policy: PolicyContent): PolicyContent => ({
  ...policy,
  requiredFrom: policy.requiredFrom === null ? null : new Date(policy.requiredFrom).toISOString(),
  requiredFor: [...new Set(policy.requiredFor)],
});

/** Sorted, so that another order is not a change. */
const readable = (policy: PolicyContent) => ({ ...policy, requiredFor: policy.requiredFor.toSorted() });
