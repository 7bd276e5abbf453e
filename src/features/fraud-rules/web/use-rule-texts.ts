import { useQueries } from '@tanstack/react-query';
import { callQuery } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { getRule } from '../endpoints.ts';
import type { AnyRuleView } from '../schemas.ts';
import { plainSentence } from '../sentence.ts';
import { toRuleContent } from './rule-content.ts';
import { useSentenceWords } from './use-sentence-words.ts';

/** A payment triggers few rules; more are not described. */
const maxRules = 50;
const noLists: AnyRuleView['lists'] = [];
const joinLists = (rules: readonly AnyRuleView[]) => rules.flatMap((rule) => rule.lists);

/** Sentences of rules by id. Rules that cannot be loaded are left out. */
export function useRuleTexts(ruleIds: readonly string[]): ReadonlyMap<string, string> {
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const ids = [...new Set(ruleIds)].filter((id) => /^[1-9]\d{0,8}$/.test(id)).slice(0, maxRules);
  const rules = useQueries({
    queries: ids.map((id) => ({
      ...callQuery(getRule, { path: { ruleId: Number(id), orgId }, query: {} }),
      meta: { isHandledHere: true },
      retry: false,
      staleTime: 60_000,
    })),
    combine: (results) => results.flatMap(({ data }) => (data ? [data] : [])),
  });
  const words = useSentenceWords(rules.length === 0 ? noLists : joinLists(rules));
  return new Map(rules.map((rule) => [String(rule.ruleId), plainSentence(toRuleContent(rule), words)]));
}
