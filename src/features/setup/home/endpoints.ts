import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

export const getActivity = defineEndpoint({
  name: 'getActivity',
  summary: 'Payments by day: accepted, declined, refunded; from roll-ups',
  route: 'POST /proxy/async/tqs/activity',
  auth: { anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL'], resource: 'anywhere' },
  audited: 'refused',
});

/** The payments on one page of a reason. */
export const declinesPageSize = 20;

export const listDeclines = defineEndpoint({
  name: 'listDeclines',
  summary: 'The payments that were declined for one reason, latest first',
  route: 'POST /proxy/async/tqs/declines',
  rateLimit: 'search',
  auth: { anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL'], resource: 'anywhere' },
  audited: 'refused',
});

export const getNews = defineEndpoint({
  name: 'getNews',
  summary: 'The news of home: the configured feed, or the release notes',
  route: 'GET /proxy/sync/news',
  auth: { access: 'signed-in' },
});

export const getNewsFeed = defineEndpoint({
  name: 'getNewsFeed',
  summary: 'The release notes as RSS 2.0',
  route: 'GET /news/feed',
  auth: { access: 'public' },
});
