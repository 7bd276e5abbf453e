import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const views = '/proxy/sync/tqs/views/{orgId}' as const;
const view = `${views}/{viewId}` as const;
const underOrganisation = {
  anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL'],
  resource: { organisation: 'orgId' },
} as const;

export const listViews = defineEndpoint({
  name: 'listViews',
  summary: "The caller's views of the transaction search, and those shared with an organisation",
  route: `GET ${views}`,
  auth: underOrganisation,
});

export const createView = defineEndpoint({
  name: 'createView',
  summary: 'Saves a search as a view',
  route: `POST ${views}`,
  auth: underOrganisation,
});

export const changeView = defineEndpoint({
  name: 'changeView',
  summary: 'Replaces name, search, columns and sharing of an own view',
  route: `PUT ${view}`,
  auth: underOrganisation,
});

export const deleteView = defineEndpoint({
  name: 'deleteView',
  summary: 'Deletes an own view, or a shared one as an administrator',
  route: `DELETE ${view}`,
  auth: underOrganisation,
});

export const pinView = defineEndpoint({
  name: 'pinView',
  summary: "Puts a view into the caller's menu, or takes it out",
  route: `PUT ${view}/pin`,
  auth: underOrganisation,
});

export const countPinnedViews = defineEndpoint({
  name: 'countPinnedViews',
  summary: "The numbers of transactions of the views in the caller's menu, up to 1,000 each",
  route: `POST ${views}/counts`,
  audited: 'refused',
  rateLimit: 'search',
  auth: underOrganisation,
});
