import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const base = '/proxy/sync/tqs/scheduledFiles/{orgId}' as const;
const auth = { anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL'], resource: { organisation: 'orgId' } } as const;

export const listScheduledFiles = defineEndpoint({
  name: 'listScheduledFiles',
  summary: "The caller's subscriptions to views, and their files of the last 30 days",
  route: `GET ${base}`,
  auth,
});

export const subscribeToView = defineEndpoint({
  name: 'subscribeToView',
  summary: 'Has the transactions of a view sent as a file on a schedule',
  route: `POST ${base}`,
  auth,
});

export const changeSubscription = defineEndpoint({
  name: 'changeSubscription',
  summary: 'Replaces view, name and times of an own subscription, pauses or resumes it',
  route: `PUT ${base}/{subscriptionId}`,
  auth,
});

export const endSubscription = defineEndpoint({
  name: 'endSubscription',
  summary: 'Deletes a subscription with its files',
  route: `DELETE ${base}/{subscriptionId}`,
  auth,
});

export const downloadScheduledFile = defineEndpoint({
  name: 'downloadScheduledFile',
  summary: 'A scheduled file, where the caller may still see its transactions',
  route: `GET ${base}/files/{fileId}`,
  audited: 'every',
  auth,
});

export const downloadManifest = defineEndpoint({
  name: 'downloadManifest',
  summary: 'The manifest of a scheduled file: rows, sums and SHA-256',
  route: `GET ${base}/files/{fileId}/manifest`,
  audited: 'every',
  auth,
});
