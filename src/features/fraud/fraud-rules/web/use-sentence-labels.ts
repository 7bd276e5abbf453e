import { dateFormat } from '#shared/text/intl-formats.ts';
import { useMemo } from 'react';
import { useQueries } from '@tanstack/react-query';
import { customFieldPrefixes } from '#features/record/fraud-fields/field-catalogue.ts';
import { getRuleCustomFields } from '#features/payments/custom-fields/endpoints.ts';
import { getCountries } from '#features/reports/transaction-details/endpoints.ts';
import { useCall, callQuery } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getCountriesWithContinents, territoryViewers, getRule } from '../endpoints.ts';
import { type SentenceLabels, plainSentence } from '../sentence.ts';
import { utcToZone } from './zone-time.ts';
import type { AnyRuleView } from '../schemas.ts';
import { toRuleContent } from './rule-content.ts';

interface NamedList {
  listId: number;
  name: string;
}

/** Texts of sentences in the current language and zone. `lists`: those that the rules refer to. */
export function useSentenceLabels(lists: readonly NamedList[]): SentenceLabels {
  const { t, language } = useTranslation();
  const times = useTimes();
  const locale = browserLocale(language);
  const session = useSignedIn();
  const path = { orgId: session.organisation.selectedParentOrgId };
  const mayReadContinents = isAllowed(session, { anyOf: territoryViewers });
  const options = { handlesOwnErrors: true, staleTime: Infinity };
  const countries = useCall(getCountries, {}, options).data;
  const continents = useCall(getCountriesWithContinents, {}, { ...options, enabled: mayReadContinents }).data;
  const customFields = useCall(getRuleCustomFields, { path }, options).data;
  return useMemo(() => {
    const translated = new Intl.DisplayNames([locale], { type: 'region' });
    const countryNames = new Map(
      (countries ?? []).map(({ alpha2Code, alpha3Code, countryName }) => [
        alpha3Code,
        translated.of(alpha2Code) ?? countryName,
      ]),
    );
    const customNames = new Map(
      (customFields ?? []).map(({ dataType, index, descriptiveName }) => [
        `${customFieldPrefixes[dataType as keyof typeof customFieldPrefixes]}${index}`,
        descriptiveName,
      ]),
    );
    const listNames = new Map(lists.map(({ listId, name }) => [listId, name]));
    const day = dateFormat(locale, { timeZone: 'UTC', dateStyle: 'medium' });
    const grouped = Map.groupBy(continents?.countries ?? [], ({ continent }) => continent);
    return {
      t,
      locale,
      listName: (listId) => listNames.get(listId),
      country: (code) => countryNames.get(code) ?? code,
      continents: new Map([...grouped].map(([name, list]) => [name, list.map(({ value }) => value)])),
      customName: (id) => customNames.get(id),
      day: (text) => (Number.isNaN(Date.parse(text)) ? text : day.format(new Date(text))),
      instant: (text) => (Number.isNaN(Date.parse(text)) ? text : times.long(text)),
      time: (text) => utcToZone(text, times.zone),
      zone: times.zoneName,
    };
  }, [t, locale, times, countries, continents, customFields, lists]);
}

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
