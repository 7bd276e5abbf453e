import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

/** The guard of endpoints that read transactions. */
const transactions = {
  auth: { anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL'], resource: 'anywhere' },
  audited: 'refused',
} as const;

export const getActivity = defineEndpoint({
  name: 'getActivity',
  summary: 'Payments and money of a period and of the one before, by day or hour; from roll-ups',
  route: 'POST /proxy/async/tqs/activity',
  ...transactions,
});

export const getBreakdown = defineEndpoint({
  name: 'getBreakdown',
  summary:
    'Payments and money of a period by brand, channel or installation; read from the rows, up to a limit',
  route: 'POST /proxy/async/tqs/activity/breakdown',
  rateLimit: 'search',
  ...transactions,
});

export const listActivity = defineEndpoint({
  name: 'listActivity',
  summary: 'The transactions that one mark of the chart counts, latest first',
  route: 'POST /proxy/async/tqs/activity/list',
  rateLimit: 'search',
  ...transactions,
});

export const listExpiring = defineEndpoint({
  name: 'listExpiring',
  summary: 'Authorisations that expire soon without a capture, the next first',
  route: 'POST /proxy/async/tqs/expiring',
  rateLimit: 'search',
  ...transactions,
});

export const listNeeds = defineEndpoint({
  name: 'listNeeds',
  summary: 'What waits for the caller, by the permissions of the caller: each kind with its number and age',
  route: 'GET /proxy/sync/home/needs/{orgId}',
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
});

/** The payments on one page of a panel. */
export const panelPageSize = 20;

export const listDeclines = defineEndpoint({
  name: 'listDeclines',
  summary: 'The payments that were declined for one reason, latest first',
  route: 'POST /proxy/async/tqs/declines',
  rateLimit: 'search',
  ...transactions,
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
