import * as z from 'zod/mini';
import { databaseId as pathId } from '#shared/whole-number.ts';
import { hasIssuedCardNumber } from '#shared/card-number.ts';
import { label } from '#shared/label.ts';
import { readOver } from '#shared/read-over.ts';
import { organisationId } from '#features/company/organisations/schemas.ts';
import { conditionSchema } from './conditions/condition-schema.ts';
import {
  aggregateScopes,
  deferFinalActions,
  deferWaitPeriods,
  ruleActions,
  territoryActions,
  territoryFields,
  testableActions,
} from './rule.ts';
import { ruleLimits } from './validate-rule.ts';

const id = z.int().check(z.positive(), z.maximum(2_147_483_647));
const text = (limit: number) => z.string().check(z.maxLength(limit));
const joinedConditions = z.strictObject({
  logicalOperator: z.enum(['and', 'or']),
  conditions: z.array(conditionSchema).check(z.maxLength(ruleLimits.conditions)),
  scope: z.optional(z.enum(aggregateScopes)),
});

export const territoryConditionSchema = z.strictObject({
  type: z.literal('territory'),
  territoryComparisonType: z.enum(territoryFields),
  territoryListOperator: z.enum(['isIn', 'isNotIn']),
  territories: z.array(text(3)).check(z.maxLength(ruleLimits.territories)),
});

const ids = z.array(id).check(z.maxLength(ruleLimits.ids));
const outcome = {
  deferFinalAction: z.optional(z.enum(deferFinalActions)),
  deferWaitPeriod: z.optional(z.enum(deferWaitPeriods)),
  actionToTest: z.optional(z.enum(testableActions)),
};
const common = {
  name: label(ruleLimits.name, 0),
  description: text(ruleLimits.description).check(z.refine((typed) => !hasIssuedCardNumber(typed))),
  merchantIds: ids,
  installationIds: ids,
  ...outcome,
};
const ruleFields = { ...common, action: z.enum(ruleActions), joinedConditions };
const territoryRuleFields = {
  ...common,
  action: z.enum(territoryActions),
  territoryCondition: territoryConditionSchema,
};

/**
 * The figures that the editor showed before the rule became active: accepted payments of the days, and those it
 * would change.
 */
const confirmedImpact = z.strictObject({ days: z.int(), accepted: z.int(), wouldChangeAccepted: z.int() });
export type ConfirmedImpact = z.output<typeof confirmedImpact>;
const confirmed = { confirmed: z.optional(confirmedImpact) };

/** A rule is created active unless the request has another value. */
const newRule = { active: z.optional(z.boolean()), ...confirmed };
/** The version that was read: a concurrent change is not overwritten. Missing: not checked. */
const change = { version: z.optional(z.int()), ...confirmed };

const auditData = z.object({
  lastUpdatedTime: z.string(),
  lastUpdatedBy: z.string(),
  /** DELETE with `hidden`: deleted. UPDATE with `hidden`: historic. */
  lastAction: z.enum(['UPDATE', 'DELETE']),
});

const view = {
  ruleId: z.number(),
  /** The rule's own organisation. */
  orgId: z.number(),
  version: z.number(),
  active: z.boolean(),
  hidden: z.boolean(),
  /** Whether the caller may change it. */
  mayEdit: z.boolean(),
  ruleAuditData: auditData,
  /** The lists that its conditions refer to. */
  lists: z.array(
    z.object({ listId: z.number(), name: z.string(), active: z.boolean(), hidden: z.boolean() }),
  ),
};

const ruleView = z.object({ ...view, ruleType: z.literal('rule'), ...ruleFields });
const territoryRuleView = z.object({ ...view, ruleType: z.literal('territoryRule'), ...territoryRuleFields });
/** A territory rule may name its own actions as those that it tests. */
const sentTerritoryRule = {
  ...territoryRuleFields,
  actionToTest: z.optional(z.enum([...testableActions, 'TerritoryBlock', 'TerritoryDefer'])),
};

/** A rule as it was read may be sent back. */
const readMembers = Object.keys(view);
const anyRuleView = z.discriminatedUnion('ruleType', [ruleView, territoryRuleView]);

export type RuleView = z.output<typeof ruleView>;
export type TerritoryRuleView = z.output<typeof territoryRuleView>;
export type AnyRuleView = z.output<typeof anyRuleView>;

const search = {
  limit: z.optional(text(10)),
  startFrom: z.optional(text(10)),
  'sortField.field': z.optional(text(60)),
  'sortField.sort': z.optional(text(10)),
  'ruleSearch.name': z.optional(text(255)),
  'ruleSearch.action': z.optional(text(40)),
  /** The end of the chosen day, ISO 8601. */
  'ruleSearch.lastUpdatedTime': z.optional(text(40)),
};
const page = { resultsAvailable: z.number(), resultsReturned: z.number() };

export const listRules = {
  query: z.object({ orgId: organisationId, rulesetIdentifier: z.optional(text(40)), ...search }),
  response: z.object({ rules: z.array(ruleView), ...page }),
};

export const listTerritoryRules = {
  path: z.object({ orgId: organisationId }),
  query: z.object(search),
  response: z.object({ rules: z.array(territoryRuleView), ...page }),
};

const rulePath = z.object({ ruleId: pathId, orgId: organisationId });

export const getRule = {
  path: rulePath,
  query: z.object({ version: z.optional(pathId) }),
  response: anyRuleView,
};

const content = z.discriminatedUnion('ruleType', [
  z.object({ ruleType: z.literal('rule'), ...ruleFields }),
  z.object({ ruleType: z.literal('territoryRule'), ...territoryRuleFields }),
]);

const version = z.object({
  version: z.number(),
  action: z.enum(['CREATE', 'UPDATE', 'ACTIVATE', 'DEACTIVATE', 'DELETE']),
  active: z.boolean(),
  savedBy: z.string(),
  savedAt: z.string(),
  rule: content,
});

export type RuleVersion = z.output<typeof version>;

export const getRuleVersions = {
  path: rulePath,
  /** Only versions before this one. */
  query: z.object({ before: z.optional(pathId) }),
  response: z.object({
    versions: z.array(version),
    hasMore: z.boolean(),
    lists: view.lists,
  }),
};

export const createRule = {
  path: z.object({ orgId: organisationId }),
  body: readOver({ ruleType: z.optional(z.literal('rule')), ...ruleFields, ...newRule }, readMembers),
  response: ruleView,
};

export const changeRule = {
  path: z.object({ ruleId: pathId, lifetimeAction: text(20), orgId: organisationId }),
  body: readOver({ ruleType: z.optional(z.literal('rule')), ...ruleFields, ...change }, readMembers),
  response: ruleView,
};

export const deleteRule = { path: rulePath, response: z.undefined() };

export const createTerritoryRule = {
  path: z.object({ orgId: organisationId }),
  body: readOver(
    { ruleType: z.optional(z.literal('territoryRule')), ...sentTerritoryRule, ...newRule },
    readMembers,
  ),
  response: territoryRuleView,
};

export const changeTerritoryRule = {
  path: z.object({ ruleId: pathId, action: text(20), orgId: organisationId }),
  body: readOver(
    { ruleType: z.optional(z.literal('territoryRule')), ...sentTerritoryRule, ...change },
    readMembers,
  ),
  response: territoryRuleView,
};

const names = {
  body: ids,
  /** Ids by name. Of two with one name, the later one's name ends with its id. */
  response: z.record(z.string(), z.number()),
};
export const getMerchantNames = names;
export const getInstallationNames = names;

const scopeEntry = z.object({
  type: z.enum(['MERCHANT', 'INSTALLATION']),
  id: z.number(),
  name: z.string(),
  /** The merchant of an installation. */
  merchantId: z.optional(z.number()),
});
export type ScopeEntry = z.output<typeof scopeEntry>;

export const getRuleScope = {
  path: z.object({ orgId: organisationId }),
  response: z.array(scopeEntry),
};

const schemaPath = z.object({ orgId: organisationId });
const operators = z.array(z.string());

export const getSimpleFields = {
  path: schemaPath,
  response: z.object({
    fields: z.array(
      z.object({
        fieldName: z.string(),
        fieldType: z.string(),
        category: z.string(),
        operators,
        /** The name of a value set. */
        values: z.optional(z.string()),
        caseSensitiveOption: z.boolean(),
      }),
    ),
    valueSets: z.record(
      z.string(),
      z.array(z.object({ value: z.string(), displayName: z.string(), deferrable: z.boolean() })),
    ),
  }),
};

export const getListFields = {
  path: schemaPath,
  response: z.array(z.object({ fieldName: z.string(), displayName: z.optional(z.string()), operators })),
};

export const getVelocityFields = {
  path: schemaPath,
  response: z.object({
    fields: z.array(z.string()),
    operators,
    windows: z.array(z.string()),
    sumTypeFields: z.array(z.string()),
    currencies: z.array(z.string()),
  }),
};

export const getMorphingFields = {
  path: schemaPath,
  response: z.array(z.object({ field1: z.string(), field2: z.array(z.string()) })),
};

export const getCountriesWithContinents = {
  response: z.object({
    countries: z.array(z.object({ value: z.string(), displayName: z.string(), continent: z.string() })),
    continents: z.array(z.string()),
  }),
};
