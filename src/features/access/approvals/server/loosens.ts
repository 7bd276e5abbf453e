import type { NewPolicy } from '../schemas.ts';

type Content = Pick<NewPolicy, 'rules' | 'includesKeys'>;

/**
 * Whether fewer requests need approval by the next policy: an action without a rule, a higher amount, or exempt
 * keys.
 */
export function loosens(before: Content, next: Content): boolean {
  if (before.rules.length === 0) return false;
  if (before.includesKeys && !next.includesKeys) return true;
  return before.rules.some((rule) => {
    const later = next.rules.find(({ action }) => action === rule.action);
    if (!later) return true;
    if (later.from === null) return false;
    // An amount in another currency cannot be compared.
    if (rule.from === null || rule.from.currency !== later.from.currency) return true;
    return Number(later.from.amount) > Number(rule.from.amount);
  });
}
