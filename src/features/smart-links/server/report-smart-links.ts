import { csvLine } from '#contract/csv.ts';
import { problems } from '#contract/problem.ts';
import { inTenant } from '#database/tenant.ts';
import { minuteMs } from '#server/clock.ts';
import { Download, handleInSteps } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { countAttempt } from '#server/throttle.ts';
import { reportSmartLinks as call } from '../calls.ts';
import { installationsInSight } from './link/installations-in-sight.ts';
import { listedLinkOf, searchOf } from './link/link-list.ts';
import { type LinkSearch, linksAfter } from './link/link-store.ts';

/** Files that one person may begin in the window. */
const limit = { files: 20, windowMs: 10 * minuteMs };
const rowsAtOnce = 500;

/** Sent as it is read: no transaction stays open for a slow reader, and no list is held. */
export const reportSmartLinks = handleInSteps(call, async (ask) => {
  const { services, caller, subject, query, now } = ask;
  const files = await countAttempt(services.database, `report-smart-links:${caller.id}`, limit.windowMs, now);
  if (files > limit.files) throw problems.tooManyRequests(limit.windowMs / 1000);
  const inSight = await ask.inTenant((sql) => installationsInSight(sql, caller, subject.paths[0] ?? ''));
  const search = searchOf(
    query,
    caller.companies,
    inSight.map(({ id }) => id),
  );
  const name = `smart-links-${now.toISOString().slice(0, 10)}.csv`;
  return new Download(name, 'text/csv; charset=utf-8', fileOf(services, search, now));
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

async function* fileOf(
  { database, config }: Services,
  search: LinkSearch,
  now: Date,
): AsyncGenerator<string> {
  // Spreadsheets take the file for UTF-8 by its first bytes.
  yield `\uFEFF${csvLine(header)}`;
  let after: { linkId: string; place: string } | undefined;
  for (;;) {
    const rows = await inTenant(database, [...search.companies], (sql) =>
      linksAfter(sql, search, after, rowsAtOnce, now),
    );
    if (rows.length > 0)
      yield rows
        .map((row) => listedLinkOf(row, config, now))
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
