import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import {
  type ValueSetName,
  fieldsWithUse,
  findFraudField,
  isDeferrable,
  valueSets,
} from '#features/record/fraud-fields/field-catalogue.ts';
import { countryList } from '#shared/countries.ts';
import { Problem, problems } from '#shared/problem.ts';
import type { Permission } from '#shared/permissions.ts';
import type { TenantSql } from '#database/tenant.ts';
import { inScope, mayOn } from '#server/auth/caller.ts';
import { listFeatures } from '#server/auth/inherited-state.ts';
import { handle } from '#server/handler.ts';
import {
  isMorphingPair,
  isTextType,
  operatorsOfList,
  simpleOperators,
} from '../conditions/condition-fields.ts';
import { comparators, customFieldId, sumCurrencies, sumTypes, windows } from '../rule.ts';
import type { RuleView, TerritoryRuleView } from '../schemas.ts';
import { loadAcquirers } from '#features/processing/connections/server/db/load-acquirers.ts';
import { loadRuleCustomFields } from './check-rule.ts';
import { listRulesOf } from './db/rule-list.ts';
import { loadScopeNames, loadScopeBelow } from './db/rule-scope.ts';
import { findVersion, listVersions, listIdsOf, toContent } from './db/rules.ts';
import { readRuleSearch } from './read-search.ts';
import { loadRule, unknownRule, viewersOf } from './rule-access.ts';
import { loadLinkedLists, toView, toViews } from './rule-view.ts';
import { changeStored, createStored, isLifetimeAction } from './store-rule.ts';
import { currencies } from '#shared/currencies.ts';

const notPermitted = () => new Problem(403, 'V003', 'forbidden_error');

/** The organisation is in the query, so the handler authorises it: scope, permission and feature. */
export const listRules = handle(endpoints.listRules, schemas.listRules, async ({ sql, caller, query }) => {
  const [organisation] = await sql<{ path: string }[]>`
    select path from organisation where id = ${query.orgId}`;
  const path = organisation?.path ?? '';
  const permissions = viewersOf('rule');
  const isAllowed =
    organisation !== undefined &&
    inScope(caller, path) &&
    permissions.some((name) => mayOn(caller, name, path)) &&
    (await listFeatures(sql, path)).includes('ERE');
  if (!isAllowed) throw notPermitted();
  const place = { path, ruleType: 'rule', permissions } as const;
  const { rules, total } = await listRulesOf(sql, caller, place, readRuleSearch(query, 'rule'));
  return {
    rules: (await toViews(sql, caller, rules)) as RuleView[],
    resultsAvailable: total,
    resultsReturned: rules.length,
  };
});

export const listTerritoryRules = handle(
  endpoints.listTerritoryRules,
  schemas.listTerritoryRules,
  async ({ sql, caller, query, resource }) => {
    const permissions = viewersOf('territoryRule');
    const place = { path: resource.path, ruleType: 'territoryRule', permissions } as const;
    const { rules, total } = await listRulesOf(sql, caller, place, readRuleSearch(query, 'territoryRule'));
    return {
      rules: (await toViews(sql, caller, rules)) as TerritoryRuleView[],
      resultsAvailable: total,
      resultsReturned: rules.length,
    };
  },
);

/** An earlier version is hidden with the last action UPDATE: historic (docs/domain.md#fraud-rules). */
export const getRule = handle(
  endpoints.getRule,
  schemas.getRule,
  async ({ sql, caller, path, query, resource }) => {
    const stored = await loadRule(sql, caller, {
      ruleId: path.ruleId,
      path: resource.path,
      permissions: viewersOf,
    });
    if (query.version === undefined || query.version === stored.version) return toView(sql, caller, stored);
    const earlier = await findVersion(sql, stored, query.version);
    if (!earlier) throw unknownRule();
    const view = await toView(sql, caller, { ...stored, hidden: true, lastAction: 'UPDATE' });
    return {
      ...view,
      ...earlier.rule,
      version: earlier.version,
      active: earlier.active,
      lists: await loadLinkedLists(sql, caller.tenantIds, listIdsOf(earlier.rule)),
      ruleAuditData: {
        lastUpdatedTime: earlier.savedAt.toISOString(),
        lastUpdatedBy: earlier.savedBy,
        lastAction: 'UPDATE' as const,
      },
    } as typeof view;
  },
);

const versionsPerPage = 20;

export const getRuleVersions = handle(
  endpoints.getRuleVersions,
  schemas.getRuleVersions,
  async ({ sql, caller, path, query, resource }) => {
    const stored = await loadRule(sql, caller, {
      ruleId: path.ruleId,
      path: resource.path,
      permissions: viewersOf,
    });
    const limit = versionsPerPage + 1;
    const loaded = await listVersions(sql, stored, { before: query.before, limit });
    const listIds = [...loaded.map(({ rule }) => rule), toContent(stored)].flatMap(listIdsOf);
    return {
      versions: loaded.slice(0, versionsPerPage).map(({ savedAt, ...version }) => ({
        ...version,
        savedAt: savedAt.toISOString(),
      })),
      hasMore: loaded.length > versionsPerPage,
      lists: await loadLinkedLists(sql, caller.tenantIds, [...new Set(listIds)]),
    };
  },
);

export const createRule = handle(
  endpoints.createRule,
  schemas.createRule,
  async (ctx) => (await createStored(ctx, 'rule', ctx.body)) as RuleView,
);

export const createTerritoryRule = handle(
  endpoints.createTerritoryRule,
  schemas.createTerritoryRule,
  async (ctx) => (await createStored(ctx, 'territoryRule', ctx.body)) as TerritoryRuleView,
);

export const changeRule = handle(endpoints.changeRule, schemas.changeRule, async (ctx) => {
  const { ruleId, lifetimeAction } = ctx.path;
  if (!isLifetimeAction(lifetimeAction) || lifetimeAction === 'DELETE')
    throw problems.invalid('path.lifetimeAction', 'not_allowed');
  const change = { ruleId, action: lifetimeAction, type: 'rule' } as const;
  return (await changeStored(ctx, change, ctx.body)) as RuleView;
});

export const changeTerritoryRule = handle(
  endpoints.changeTerritoryRule,
  schemas.changeTerritoryRule,
  async (ctx) => {
    const { ruleId, action } = ctx.path;
    if (!isLifetimeAction(action)) throw problems.invalid('path.action', 'not_allowed');
    const change = { ruleId, action, type: 'territoryRule' } as const;
    return (await changeStored(ctx, change, ctx.body)) as TerritoryRuleView;
  },
);

/** Deletes a rule of either type; its type decides the permission. */
export const deleteRule = handle(endpoints.deleteRule, schemas.deleteRule, async (ctx) => {
  await changeStored(ctx, { ruleId: ctx.path.ruleId, action: 'DELETE' });
  return undefined;
});

const viewers: readonly Permission[] = [...endpoints.ruleViewers, ...endpoints.territoryViewers];

export const getMerchantNames = handle(
  endpoints.getMerchantNames,
  schemas.getMerchantNames,
  ({ sql, caller, body }) => loadScopeNames(sql, caller, 'MERCHANT', body, viewers),
);

export const getInstallationNames = handle(
  endpoints.getInstallationNames,
  schemas.getInstallationNames,
  ({ sql, caller, body }) => loadScopeNames(sql, caller, 'INSTALLATION', body, viewers),
);

export const getRuleScope = handle(
  endpoints.getRuleScope,
  schemas.getRuleScope,
  ({ sql, caller, resource }) => loadScopeBelow(sql, caller, resource.path, viewers),
);

export const getListFields = handle(
  endpoints.getListFields,
  schemas.getListFields,
  async ({ sql, resource }) => [
    ...fieldsWithUse('list').map((fieldName) => ({ fieldName, operators: [...operatorsOfList(fieldName)] })),
    ...(await loadCustomTexts(sql, resource.companyId)).map(({ id, displayName }) => ({
      fieldName: id,
      displayName,
      operators: [...operatorsOfList(id)],
    })),
  ],
);

export const getVelocityFields = handle(endpoints.getVelocityFields, schemas.getVelocityFields, async () => ({
  fields: fieldsWithUse('velocity'),
  operators: [...comparators],
  windows: [...windows],
  sumTypeFields: [...sumTypes],
  currencies: [...sumCurrencies],
}));

export const getMorphingFields = handle(
  endpoints.getMorphingFields,
  schemas.getMorphingFields,
  async ({ sql, resource }) => {
    const custom = (await loadCustomTexts(sql, resource.companyId)).map(({ id }) => id);
    const first = [...fieldsWithUse('morphing'), ...fieldsWithUse('morphingFirst'), ...custom];
    return first.map((field1) => ({
      field1,
      field2: first.filter((field2) => isMorphingPair(field1, field2)),
    }));
  },
);

async function loadCustomTexts(
  sql: TenantSql,
  companyId: number | null,
): Promise<{ id: string; displayName: string }[]> {
  const fields = await loadRuleCustomFields(sql, companyId);
  return fields
    .filter(({ dataType }) => isTextType(dataType))
    .map((field) => ({ id: customFieldId(field), displayName: field.descriptiveName }));
}

export const getCountriesWithContinents = handle(
  endpoints.getCountriesWithContinents,
  schemas.getCountriesWithContinents,
  async () => {
    const countries = countryList().map(({ alpha3, name, continent }) => ({
      value: alpha3,
      displayName: name,
      continent,
    }));
    return { countries, continents: [...new Set(countries.map(({ continent }) => continent))].toSorted() };
  },
);

/** Fields of simple conditions, and every value set that they use. */
export const getSimpleFields = handle(
  endpoints.getSimpleFields,
  schemas.getSimpleFields,
  async ({ sql, resource }) => {
    const fields = fieldsWithUse('simple').flatMap((fieldName) => {
      const field = findFraudField(fieldName);
      if (!field) return [];
      const { type, category, values, hasCaseOption = false } = field;
      return [
        {
          fieldName,
          fieldType: type,
          category,
          operators: [...simpleOperators(fieldName)],
          ...(values ? { values } : {}),
          caseSensitiveOption: hasCaseOption,
        },
      ];
    });
    const acquirers = await loadAcquirers(sql, resource.companyId);
    const named: Record<string, { value: string; displayName: string }[]> = {
      country: countryList().map(({ alpha3, name }) => ({ value: alpha3, displayName: name })),
      currency: currencies().map(plain),
      // A comma separates values on the wire.
      acquirer: acquirers.filter((name) => !name.includes(',')).map(plain),
    };
    for (const [set, values] of Object.entries(valueSets)) named[set] = values.map(plain);
    return {
      fields,
      valueSets: Object.fromEntries(
        Object.entries(named).map(([set, values]) => [
          set,
          values.map((value) => ({ ...value, deferrable: isDeferrable(set as ValueSetName, value.value) })),
        ]),
      ),
    };
  },
);

const plain = (value: string) => ({ value, displayName: value });
