import { useQueries } from '@tanstack/react-query';
import { callQuery } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { getRule } from '../endpoints.ts';
import type { AnyRuleView } from '../schemas.ts';
import { plainSentence } from '../sentence.ts';
import { toRuleContent } from './rule-content.ts';
import { useSentenceLabels } from './use-sentence-labels.ts';

/** A payment triggers few rules; more are not described. */
const maxRules = 50;
const noLists: AnyRuleView['lists'] = [];
const joinLists = (rules: readonly AnyRuleView[]) => rules.flatMap((rule) => rule.lists);

interface RuleOfTime {
  ruleId: string;
  /** The version that was evaluated; today's when unknown. */
  version?: number;
}

/** Sentences of rules by id, in the version that was evaluated. Rules that cannot be loaded are left out. */
export function useRuleTexts(matchedRules: readonly RuleOfTime[]): ReadonlyMap<string, string> {
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const versionsById = new Map(
    matchedRules
      .filter(({ ruleId }) => /^[1-9]\d{0,8}$/.test(ruleId))
      .map((rule) => [rule.ruleId, rule.version]),
  );
  const rules = useQueries({
    queries: [...versionsById].slice(0, maxRules).map(([id, version]) => ({
      ...callQuery(getRule, {
        path: { ruleId: Number(id), orgId },
        query: version === undefined ? {} : { version: String(version) },
      }),
      meta: { handlesOwnErrors: true },
      retry: false,
      staleTime: 60_000,
    })),
    combine: (results) => results.flatMap(({ data }) => (data ? [data] : [])),
  });
  const labels = useSentenceLabels(rules.length === 0 ? noLists : joinLists(rules));
  return new Map(rules.map((rule) => [String(rule.ruleId), plainSentence(toRuleContent(rule), labels)]));
}
