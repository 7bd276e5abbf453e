import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

export const explainRule = defineEndpoint({
  name: 'explainRule',
  summary: 'Why a rule matched a transaction, or why not: each condition with the compared value',
  route: 'GET /proxy/sync/rms/explain/{transactionId}/{ruleId}',
  auth: {
    anyOf: [
      'P_VIEW_FRAUD_RULES',
      'P_EDIT_FRAUD_RULES',
      'P_VIEW_TERRITORY_MANAGEMENT_RULES',
      'P_EDIT_TERRITORY_MANAGEMENT_RULES',
    ],
    resource: { transaction: 'transactionId' },
  },
});
