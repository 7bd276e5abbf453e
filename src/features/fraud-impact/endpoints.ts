import { defineEndpoint } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

/** Measuring needs what viewing rules needs. */
export const impactViewers = [
  'P_VIEW_FRAUD_RULES',
  'P_EDIT_FRAUD_RULES',
  'P_VIEW_TERRITORY_MANAGEMENT_RULES',
  'P_EDIT_TERRITORY_MANAGEMENT_RULES',
] as const;

export const measureImpact = defineEndpoint<typeof schemas.measureImpact>({
  name: 'measureImpact',
  summary: 'What a rule would have matched in the last 7, 30 or 90 days; disconnecting cancels',
  route: 'POST /proxy/async/rms/impact/{orgId}',
  rateLimit: 'search',
  auth: { anyOf: impactViewers, feature: 'ERE', resource: { organisation: 'orgId' } },
  audited: 'refused',
});

export const getRuleEffect = defineEndpoint<typeof schemas.getRuleEffect>({
  name: 'getRuleEffect',
  summary: 'What an active rule has matched since its activation, and acceptance before and after',
  route: 'GET /proxy/sync/rms/rule/{ruleId}/effect/{orgId}',
  rateLimit: 'search',
  auth: { anyOf: impactViewers, feature: 'ERE', resource: { organisation: 'orgId' } },
});
