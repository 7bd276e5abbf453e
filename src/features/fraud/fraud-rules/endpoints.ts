import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

export const ruleViewers = ['P_VIEW_FRAUD_RULES', 'P_EDIT_FRAUD_RULES'] as const;
export const ruleEditors = ['P_EDIT_FRAUD_RULES'] as const;
export const territoryViewers = [
  'P_VIEW_TERRITORY_MANAGEMENT_RULES',
  'P_EDIT_TERRITORY_MANAGEMENT_RULES',
] as const;
export const territoryEditors = ['P_EDIT_TERRITORY_MANAGEMENT_RULES'] as const;
const viewers = [...ruleViewers, ...territoryViewers] as const;

const inOrganisation = { organisation: 'orgId' } as const;
const rms = '/proxy/sync/rms' as const;

export const listRules = defineEndpoint({
  name: 'listRules',
  summary: 'A page of the rules that an organisation shows',
  route: `GET ${rms}/rules`,
  rateLimit: 'search',
  // The organisation is a query parameter, which the handler authorises.
  auth: { anyOf: ruleViewers, resource: 'anywhere' },
});

export const listTerritoryRules = defineEndpoint({
  name: 'listTerritoryRules',
  summary: 'A page of the territory rules that an organisation shows',
  route: `GET ${rms}/territoryRules/{orgId}`,
  rateLimit: 'search',
  auth: { anyOf: territoryViewers, resource: inOrganisation },
});

export const getRule = defineEndpoint({
  name: 'getRule',
  summary: 'A rule or territory rule; with `version` as an earlier version',
  route: `GET ${rms}/rule/{ruleId}/{orgId}`,
  auth: { anyOf: viewers, resource: inOrganisation },
});

export const getRuleVersions = defineEndpoint({
  name: 'getRuleVersions',
  summary: 'Versions of a rule or territory rule, newest first',
  route: `GET ${rms}/rule/{ruleId}/{orgId}/versions`,
  auth: { anyOf: viewers, resource: inOrganisation },
});

export const createRule = defineEndpoint({
  name: 'createRule',
  summary: 'Creates a rule',
  route: `POST ${rms}/rule/{orgId}`,
  approval: 'activateRule',
  auth: { anyOf: ruleEditors, feature: 'ERE', resource: inOrganisation },
});

export const changeRule = defineEndpoint({
  name: 'changeRule',
  summary: 'Saves, activates or deactivates a rule: UPDATE, ACTIVATE, DEACTIVATE',
  route: `PUT ${rms}/rule/{ruleId}/{lifetimeAction}/{orgId}`,
  approval: 'activateRule',
  auth: { anyOf: ruleEditors, feature: 'ERE', resource: inOrganisation },
});

export const deleteRule = defineEndpoint({
  name: 'deleteRule',
  summary: 'Deletes an inactive rule or territory rule',
  route: `DELETE ${rms}/rule/{ruleId}/{orgId}`,
  auth: { anyOf: [...ruleEditors, ...territoryEditors], resource: inOrganisation },
});

export const createTerritoryRule = defineEndpoint({
  name: 'createTerritoryRule',
  summary: 'Creates a territory rule',
  route: `POST ${rms}/territoryRule/{orgId}`,
  approval: 'activateRule',
  auth: { anyOf: territoryEditors, resource: inOrganisation },
});

export const changeTerritoryRule = defineEndpoint({
  name: 'changeTerritoryRule',
  summary: 'Saves, activates, deactivates or deletes a territory rule',
  route: `PUT ${rms}/territoryRule/{ruleId}/{action}/{orgId}`,
  approval: 'activateRule',
  auth: { anyOf: territoryEditors, resource: inOrganisation },
});

export const getMerchantNames = defineEndpoint({
  name: 'getMerchantNames',
  summary: 'Names of merchants by id, of those in the caller’s scope',
  route: `POST ${rms}/merchantNames`,
  auth: { anyOf: viewers, resource: 'anywhere' },
  audited: 'refused',
});

export const getInstallationNames = defineEndpoint({
  name: 'getInstallationNames',
  summary: 'Names of installations by id, of those in the caller’s scope',
  route: `POST ${rms}/installationNames`,
  auth: { anyOf: viewers, resource: 'anywhere' },
  audited: 'refused',
});

export const getRuleScope = defineEndpoint({
  name: 'getRuleScope',
  summary: 'Merchants and installations to which rules of an organisation can apply',
  route: `GET ${rms}/org-hierarchy/{orgId}`,
  auth: { anyOf: viewers, resource: inOrganisation },
});

const schemaUrl = `${rms}/schema/{orgId}` as const;

export const getSimpleFields = defineEndpoint({
  name: 'getSimpleFields',
  summary: 'Fields of simple conditions with operators and value sets',
  route: `GET ${schemaUrl}/simpleFieldData`,
  auth: { anyOf: ruleViewers, resource: inOrganisation },
});

export const getListFields = defineEndpoint({
  name: 'getListFields',
  summary: 'Fields of list conditions, custom text fields included',
  route: `GET ${schemaUrl}/listFieldData`,
  auth: { anyOf: ruleViewers, resource: inOrganisation },
});

export const getVelocityFields = defineEndpoint({
  name: 'getVelocityFields',
  summary: 'Keys of velocity conditions, windows, sums and currencies',
  route: `GET ${schemaUrl}/fields/velocity`,
  auth: { anyOf: ruleViewers, resource: inOrganisation },
});

export const getMorphingFields = defineEndpoint({
  name: 'getMorphingFields',
  summary: 'Fields of morphing conditions, each with the fields that can be counted for it',
  route: `GET ${schemaUrl}/fields/morphing`,
  auth: { anyOf: ['P_FRAUD_RULES_MORPHING_CONDITION'], resource: inOrganisation },
});

export const getCountriesWithContinents = defineEndpoint({
  name: 'getCountriesWithContinents',
  summary: 'Countries with their continents',
  route: `GET ${rms}/schema/countriesWithContinents`,
  auth: { anyOf: territoryViewers, resource: 'anywhere' },
});
