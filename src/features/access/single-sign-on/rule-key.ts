import type { RuleContent } from './schemas.ts';

/** Equal for equal rules. */
export const ruleKey = ({ claim, value, roleId, organisationId }: RuleContent): string =>
  JSON.stringify([claim, value, roleId, organisationId]);
