import { endpointsOf } from '#shared/define-endpoint.ts';
import { listEditPermissions } from '#features/fraud/fraud-lists/list-permissions.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

/** Measuring needs what viewing rules needs. */
export const impactViewers = [
  'P_VIEW_FRAUD_RULES',
  'P_EDIT_FRAUD_RULES',
  'P_VIEW_TERRITORY_MANAGEMENT_RULES',
  'P_EDIT_TERRITORY_MANAGEMENT_RULES',
] as const;

export const measureImpact = defineEndpoint({
  name: 'measureImpact',
  summary: 'The matches that a rule would have had in the last 7, 30 or 90 days; disconnecting cancels',
  route: 'POST /proxy/async/rms/impact/{orgId}',
  rateLimit: 'search',
  auth: { anyOf: impactViewers, feature: 'ERE', resource: { organisation: 'orgId' } },
  audited: 'refused',
});

export const measureListRemoval = defineEndpoint({
  name: 'measureListRemoval',
  summary:
    'The active rules that would match more payments without a list, with their matches in the last 30 days',
  route: 'GET /proxy/async/rms/list/{listId}/removalImpact/{orgId}',
  rateLimit: 'search',
  auth: { anyOf: listEditPermissions, feature: 'ERE', resource: { organisation: 'orgId' } },
  audited: 'refused',
});

/** Permissions of users who may add the values to a list. */
export const listFileUsers = ['P_EDIT_FRAUD_LIST_ITEMS'] as const;

export const countListFileMatches = defineEndpoint({
  name: 'countListFileMatches',
  summary:
    'The number of accepted payments of the last 30 days with a value of a CSV file, before it is added to a list',
  route: 'POST /proxy/sync/rms/list/{listId}/listItems/matches/{orgId}',
  takesUpload: true,
  auth: { anyOf: listFileUsers, feature: 'ERE', resource: { organisation: 'orgId' } },
  audited: 'refused',
  rateLimit: { calls: 40, minutes: 10, countedAs: 'list-file' },
});

export const getRecentMatches = defineEndpoint({
  name: 'getRecentMatches',
  summary: 'The number of payments that rules matched in the last 24 hours',
  route: 'GET /proxy/sync/rms/rules/recentMatches/{orgId}',
  auth: { anyOf: impactViewers, feature: 'ERE', resource: { organisation: 'orgId' } },
});

export const getRuleEffect = defineEndpoint({
  name: 'getRuleEffect',
  summary: 'The matches of an active rule since its activation, and the acceptance before and after',
  route: 'GET /proxy/sync/rms/rule/{ruleId}/effect/{orgId}',
  rateLimit: 'search',
  auth: { anyOf: impactViewers, feature: 'ERE', resource: { organisation: 'orgId' } },
});
