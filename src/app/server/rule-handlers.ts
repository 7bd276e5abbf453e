import type { Handler } from '#server/handler.ts';
import { getSimpleFields } from '#features/fraud-rules/server/get-simple-fields.ts';
import {
  changeRule,
  changeTerritoryRule,
  createRule,
  createTerritoryRule,
  deleteRule,
  getCountriesWithContinents,
  getInstallationNames,
  getListFields,
  getMerchantNames,
  getMorphingFields,
  getRule,
  getRuleScope,
  getRuleVersions,
  getVelocityFields,
  listRules,
  listTerritoryRules,
} from '#features/fraud-rules/server/handlers.ts';

/** The handlers of rules and territory rules. */
export const ruleHandlers: readonly Handler[] = [
  changeRule,
  changeTerritoryRule,
  createRule,
  createTerritoryRule,
  deleteRule,
  getCountriesWithContinents,
  getInstallationNames,
  getListFields,
  getMerchantNames,
  getMorphingFields,
  getRule,
  getRuleScope,
  getRuleVersions,
  getSimpleFields,
  getVelocityFields,
  listRules,
  listTerritoryRules,
];
