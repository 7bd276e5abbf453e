import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const bulk = '/proxy/sync/bulk' as const;
/** Each payment or link is authorised by the endpoint of the single action. */
const starting = {
  auth: {
    anyOf: [
      'P_REFUND_TRANSACTION',
      'P_CAPTURE_TRANSACTION',
      'P_CANCEL_TRANSACTION',
      'P_MANAGE_WEBHOOKS',
      'P_CREATE_SMART_LINK',
    ],
    resource: 'anywhere',
  },
} as const;
/** Only the user's own jobs. */
const own = { auth: { access: 'signed-in' } } as const;

export const reviewBulkWork = defineEndpoint({
  name: 'reviewBulkWork',
  summary: 'What one action would do to up to 200 payments or links, with sums by currency; changes nothing',
  route: `POST ${bulk}/review`,
  audited: 'refused',
  rateLimit: { calls: 120, minutes: 10 },
  ...starting,
});

export const startBulkWork = defineEndpoint({
  name: 'startBulkWork',
  summary: 'Starts the reviewed action on up to 200 payments or links; once for a job id',
  route: `POST ${bulk}`,
  rateLimit: { calls: 60, minutes: 10 },
  ...starting,
});

export const listBulkJobs = defineEndpoint({
  name: 'listBulkJobs',
  summary: 'Bulk work that the caller started in the last 30 days, newest first, at most 20 jobs',
  route: `GET ${bulk}`,
  ...own,
});

export const getBulkJob = defineEndpoint({
  name: 'getBulkJob',
  summary: 'Bulk work of the caller with the result of each payment or link',
  route: `GET ${bulk}/{jobId}`,
  ...own,
});

export const stopBulkJob = defineEndpoint({
  name: 'stopBulkJob',
  summary: 'Stops bulk work of the caller: what has not begun does not run; repeatable',
  route: `POST ${bulk}/{jobId}/stop`,
  ...own,
});

export const retryBulkJob = defineEndpoint({
  name: 'retryBulkJob',
  summary: 'Runs again what failed or was stopped, with the amounts that were confirmed',
  route: `POST ${bulk}/{jobId}/retry`,
  ...own,
});
