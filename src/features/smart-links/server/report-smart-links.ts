import { csvLine } from '#shared/csv.ts';
import { problems } from '#shared/problem.ts';
import { inTenant } from '#database/tenant.ts';
import { minuteMs } from '#server/clock.ts';
import { Download, handleWithoutTransaction } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { countAttempt } from '#server/auth/throttle.ts';
import { reportSmartLinks as endpoint } from '../endpoints.ts';
import { visibleInstallations } from './link/visible-installations.ts';
import { toListedLink, buildLinkSearch } from './link/link-list.ts';
import { type LinkSearch, linksAfter } from './link/link-store.ts';

/** Files that one person may begin in the window. */
const limit = { files: 20, windowMs: 10 * minuteMs };
const rowsAtOnce = 500;

/** Sent as it is read: no transaction stays open for a slow reader, and no list is held. */
export const reportSmartLinks = handleWithoutTransaction(endpoint, async (ctx) => {
  const { services, caller, resource, query, now } = ctx;
  const files = await countAttempt(services.database, `report-smart-links:${caller.id}`, limit.windowMs, now);
  if (files > limit.files) throw problems.tooManyRequests(limit.windowMs / 1000);
  const inSight = await ctx.inTenant((sql) => visibleInstallations(sql, caller, resource.paths[0] ?? ''));
  const search = buildLinkSearch(
    query,
    caller.tenantIds,
    inSight.map(({ id }) => id),
  );
  const name = `smart-links-${now.toISOString().slice(0, 10)}.csv`;
  return new Download(name, 'text/csv; charset=utf-8', streamLinksCsv(services, search, now));
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

async function* streamLinksCsv(
  { database, config }: Services,
  search: LinkSearch,
  now: Date,
): AsyncGenerator<string> {
  // Spreadsheets take the file for UTF-8 by its first bytes.
  yield `\uFEFF${csvLine(header)}`;
  let after: { linkId: string; place: string } | undefined;
  for (;;) {
    const rows = await inTenant(database, [...search.tenantIds], (sql) =>
      linksAfter(sql, search, after, rowsAtOnce, now),
    );
    if (rows.length > 0)
      yield rows
        .map((row) => toListedLink(row, config, now))
        .map((one) =>
          csvLine([
            one.linkId,
            one.link,
            one.status,
            one.usage,
            one.created,
            one.expires,
            one.installationId,
            one.installationName,
            one.merchantName,
            one.merchantReference,
            one.description,
            one.emailAddress,
            one.currency,
            one.amount,
            one.paid?.count ?? 0,
            one.paid?.amount,
            one.paid?.at,
            one.transactionId,
          ]),
        )
        .join('');
    after = rows.at(-1);
    if (rows.length < rowsAtOnce) return;
  }
}
