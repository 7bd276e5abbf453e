import { listDeliveriesOfTransaction } from '#features/outbound/webhooks/server/list-deliveries-of-transaction.ts';
import { listKeyNames } from '#features/access/api-keys/server/api-credential-table.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type HandlerContext, handle } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { problems } from '#shared/problem.ts';
import { parseMerchantRoute } from '../../api-docs/openapi/build-document.ts';
import { operations } from '../../api-docs/openapi/operations.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import type { ListedRequest } from '../schemas.ts';
import {
  type RequestFilter,
  type StoredRequest,
  firstNumberAt,
  listRequests,
  loadRequest,
  timeOfNumber,
} from './api-request-table.ts';
import { findLogScope, findPath, maySeeBodies, mayView } from './log-scope.ts';
import { type Call, isUuid, readSearch } from './read-search.ts';

const defaultLimit = 25;

export const listApiRequests = handle<typeof endpoints.listApiRequests, Services>(
  endpoints.listApiRequests,
  schemas.listApiRequests,
  async ({ sql, caller, resource, query, services }) => {
    const { text = '', apiId, call, status, from, to, before, limit = defaultLimit } = query;
    const scope = await findLogScope(sql, caller, resource.path);
    const filter: RequestFilter = {
      apiId,
      call,
      status,
      from: from === undefined ? undefined : firstNumberAt(new Date(from)),
      before: Math.min(
        before ?? Number.MAX_SAFE_INTEGER,
        to === undefined ? Number.MAX_SAFE_INTEGER : firstNumberAt(new Date(to)),
      ),
    };
    const meanings = text.trim() === '' ? [{}] : readSearch(text, listCalls(services));
    for (const [index, meaning] of meanings.entries()) {
      const { rows, searchedTo } = await listRequests(sql, scope, { ...filter, ...meaning }, limit + 1);
      if (rows.length === 0 && searchedTo === undefined && index < meanings.length - 1) continue;
      const shown = rows.slice(0, limit);
      const hasMore = rows.length > limit;
      return {
        items: await nameKeys(sql, shown),
        next: hasMore ? (shown.at(-1)?.requestNo ?? null) : (searchedTo ?? null),
        searchedTo: searchedTo === undefined ? null : timeOfNumber(searchedTo).toISOString(),
      };
    }
    return { items: [], next: null, searchedTo: null };
  },
);

export const getApiRequest = handle(endpoints.getApiRequest, schemas.getApiRequest, async (ctx) => {
  const { sql, caller, resource, path } = ctx;
  const found = isUuid(path.requestId) ? await loadRequest(sql, caller.tenantIds, path.requestId) : undefined;
  const place = found && { path: (await findPath(sql, found.organisationId)) ?? '' };
  const isBelow = place && `${place.path}/`.startsWith(`${resource.path}/`);
  if (!found || !place || !isBelow || !mayView(caller, place)) throw problems.notFound();
  const hasBodies = maySeeBodies(caller, place);
  const [named] = await nameKeys(sql, [found]);
  if (named === undefined) throw problems.notFound();
  return {
    ...named,
    ip: found.ip,
    userAgent: found.userAgent,
    requestBody: hasBodies ? found.requestBody : null,
    responseBody: hasBodies ? found.responseBody : null,
    maySeeBodies: hasBodies,
    deliveries: await listDeliveries(ctx, found),
  };
});

export const getApiRequestChoices = handle<typeof endpoints.getApiRequestChoices, Services>(
  endpoints.getApiRequestChoices,
  schemas.getApiRequestChoices,
  async ({ sql, caller, resource, services }) => {
    const { companyIds, organisationIds } = await findLogScope(sql, caller, resource.path);
    const keys = await listKeyNames(sql, { companyIds, installationIds: organisationIds });
    const calls = listCalls(services).map(({ name, method, url }) => ({
      call: name,
      route: `${method} ${url}`,
    }));
    return { calls, keys };
  },
);

/** The calls of the merchant API in the order of its reference. */
function listCalls(services: Pick<Services, 'findHandler'>): Call[] {
  return Object.keys(operations).flatMap((name) => {
    const endpoint = services.findHandler(name)?.endpoint;
    const route = endpoint && parseMerchantRoute(endpoint);
    return route === undefined ? [] : { name, method: route.method, url: route.url };
  });
}

async function nameKeys(sql: TenantSql, rows: readonly StoredRequest[]): Promise<ListedRequest[]> {
  const ids = [...new Set(rows.map(({ apiId }) => apiId))];
  const keys = ids.length === 0 ? [] : await listKeyNames(sql, { ids });
  const names = new Map(keys.map(({ apiId, name }) => [apiId, name]));
  return rows.map((row) => ({
    requestId: row.requestId,
    at: timeOfNumber(row.requestNo).toISOString(),
    call: row.call,
    method: row.method,
    path: row.path,
    status: row.status,
    reasonCode: row.reasonCode,
    durationMs: row.durationMs,
    apiId: row.apiId,
    keyName: names.get(row.apiId) ?? null,
    transactionId: row.transactionId === null ? null : String(row.transactionId),
    idempotencyKey: row.idempotencyKey,
    isReplay: row.isReplay,
  }));
}

async function listDeliveries(
  { sql, caller }: Pick<HandlerContext<typeof endpoints.getApiRequest>, 'sql' | 'caller'>,
  { companyId, transactionId }: StoredRequest,
) {
  if (transactionId === null) return [];
  const deliveries = await listDeliveriesOfTransaction(sql, caller, { companyId, transactionId });
  return deliveries.map((delivery) => ({ ...delivery, createdAt: delivery.createdAt.toISOString() }));
}
