import { useMemo } from 'react';
import { getRecentMatches } from '#features/fraud-impact/endpoints.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { AnyRuleView } from '../../schemas.ts';

/** How many payments each rule of a page matched in the last 24 hours; undefined until the figures are loaded. */
export function useRecentMatches(rules: readonly AnyRuleView[]): ((rule: AnyRuleView) => string) | undefined {
  const { organisation } = useSignedIn();
  const { language } = useTranslation();
  const { data } = useCall(
    getRecentMatches,
    {
      path: { orgId: organisation.selectedParentOrgId },
      query: { ruleIds: rules.map(({ ruleId }) => ruleId).join(',') },
    },
    // The list is of use without them.
    { isHandledHere: true, enabled: rules.length > 0, staleTime: 60_000 },
  );
  return useMemo(() => {
    if (data === undefined) return undefined;
    const counts = new Map(data.map(({ ruleId, matches }) => [ruleId, matches]));
    const format = new Intl.NumberFormat(browserLocale(language));
    return ({ ruleId }) => format.format(counts.get(ruleId) ?? 0);
  }, [data, language]);
}
