import * as z from 'zod/mini';
import type { PolicyContent } from '#features/second-factor/schemas.ts';
import { saveSecurityPolicy as policyCall } from '#features/second-factor/schemas.ts';
import { changePolicyBy, currentPolicy } from '#features/second-factor/server/manage-policy.ts';
import { atPointer } from '../apply-error.ts';
import { describeChange, merge } from '../plan.ts';
import { defineSection } from '../section.ts';

const { version: _version, ...rules } = policyCall.body.shape;

const schema = z.strictObject({
  ...z.partial(z.object(rules)).shape,
  sso: z.optional(z.never('single sign-on is not part of the file: set it up in the portal under Settings')),
});

/** The sign-in rules of the company. Rules that the file does not have stay. */
export const security = defineSection({
  name: 'security',
  schema,
  async apply({ sql, by, plan, companyId }, { sso: _refused, ...given }) {
    const { version, ...before } = await currentPolicy(sql, companyId);
    plan.read('security', 'policy', version);
    const after = normalise(merge<PolicyContent>(before, given));
    const changes = describeChange(readable(before), readable(after));
    if (changes === '') return;
    await atPointer('/security', () =>
      changePolicyBy(sql, by, { organisationId: companyId, companyId }, { ...after, version }),
    );
    if (version === 0) plan.add('security', 'policy', changes);
    else plan.change('security', 'policy', changes);
  },
});

const normalise = (policy: PolicyContent): PolicyContent => ({
  ...policy,
  requiredFrom: policy.requiredFrom === null ? null : new Date(policy.requiredFrom).toISOString(),
  requiredFor: [...new Set(policy.requiredFor)],
});

/** In an order of their own, so that another order is no change. */
const readable = (policy: PolicyContent) => ({ ...policy, requiredFor: policy.requiredFor.toSorted() });
