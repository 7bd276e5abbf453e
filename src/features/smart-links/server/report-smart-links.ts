import { problems } from '#shared/problem.ts';
import { inTenant } from '#database/tenant.ts';
import { minuteMs } from '#server/clock.ts';
import { Download, handleWithoutTransaction } from '#server/handler.ts';
import { streamCsv } from '#server/http/stream-csv.ts';
import { countAttempt } from '#server/auth/throttle.ts';
import { reportSmartLinks as endpoint } from '../endpoints.ts';
import type { ListedLink } from '../schemas.ts';
import { reportSmartLinks as schemas } from '../schemas.ts';
import { visibleInstallations } from './link/visible-installations.ts';
import { toListedLink, buildLinkSearch } from './link/link-list.ts';
import { type StoredLink, linksAfter } from './db/smart-link.ts';

/** Files that one user may request in the window. */
const limit = { files: 20, windowMs: 10 * minuteMs };

export const reportSmartLinks = handleWithoutTransaction(endpoint, schemas, async (ctx) => {
  const { services, caller, resource, query, now } = ctx;
  const files = await countAttempt(services.database, `report-smart-links:${caller.id}`, limit.windowMs, now);
  if (files > limit.files) throw problems.tooManyRequests(limit.windowMs / 1000);
  const visible = await ctx.inTenant((sql) => visibleInstallations(sql, caller, resource.paths[0] ?? ''));
  const search = buildLinkSearch(
    query,
    caller.tenantIds,
    visible.map(({ id }) => id),
  );
  const { database, config } = services;
  const rows = streamCsv({
    header,
    loadAfter: (last: (StoredLink & { place: string }) | undefined, batchSize) =>
      inTenant(database, [...search.tenantIds], (sql) => linksAfter(sql, search, last, batchSize, now)),
    toCells: (row) => toCells(toListedLink(row, config, now)),
  });
  const name = `smart-links-${now.toISOString().slice(0, 10)}.csv`;
  return new Download(name, 'text/csv; charset=utf-8', rows);
});

const header = [
  'linkId',
  'link',
  'status',
  'usage',
  'created',
  'expires',
  'installationId',
  'installation',
  'merchant',
  'merchantReference',
  'description',
  'emailAddress',
  'currency',
  'amount',
  'payments',
  'paidAmount',
  'lastPaid',
  'latestTransaction',
];

const toCells = (link: ListedLink) => [
  link.linkId,
  link.link,
  link.status,
  link.usage,
  link.created,
  link.expires,
  link.installationId,
  link.installationName,
  link.merchantName,
  link.merchantReference,
  link.description,
  link.emailAddress,
  link.currency,
  link.amount,
  link.paid?.count ?? 0,
  link.paid?.amount,
  link.paid?.at,
  link.transactionId,
];
