import { Problem, problems } from '#shared/problem.ts';
import { matchValue } from '#features/fraud-fields/match-value.ts';
import { hashValue, isKeyedField } from '#features/fraud-engine/server/db/velocity.ts';
import { maxUploadBytes } from '#features/fraud-lists/list-item-rules.ts';
import { authoriseList } from '#features/fraud-lists/server/authorise-list.ts';
import { parseListFile } from '#features/fraud-lists/server/list-file.ts';
import { merchantScope } from '#features/reporting/server/merchant-scope.ts';
import { countAttempt } from '#server/auth/throttle.ts';
import { addMs, dayMs, minuteMs } from '#server/clock.ts';
import { handle } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import type { TenantSql } from '#database/tenant.ts';
import { countListFileMatches as endpoint, listFileUsers } from '../endpoints.ts';
import { countListFileMatches as schemas } from '../schemas.ts';
import { outcomeSql } from './db/population.ts';

const days = 30;
/** Files that one user may send in the window. */
const limit = { files: 40, windowMs: 10 * minuteMs };

/** Accepted payments that have a value of the file, found by the keys that the engine stores with each attempt. */
export const countListFileMatches = handle<typeof endpoint, Services>(endpoint, schemas, async (ctx) => {
  const { sql, caller, services, path, body, now } = ctx;
  const files = await countAttempt(services.database, `list-file:${caller.id}`, limit.windowMs, now);
  if (files > limit.files) throw problems.tooManyRequests(limit.windowMs / 1000);
  const { companyId, dataField } = await authoriseList(ctx, path.listId, 'editItems');
  const { file } = body;
  if (!file) throw problems.invalid('body.file', 'missing');
  if (file.length > maxUploadBytes) throw new Problem(413, 'TOO_LARGE', 'too_large');
  const rows = parseListFile(file);
  if (!rows.ok || !isKeyedField(dataField)) return { days };
  const values = rows.value.flatMap(({ text, error }) => (error ? [] : (matchValue(dataField, text) ?? [])));
  const keys = [...new Set(values)].map((value) =>
    hashValue(services.keys.velocity, companyId, dataField, value),
  );
  const { merchants: merchantIds } = await merchantScope(services, caller, [path.orgId], [listFileUsers]);
  const since = addMs(now, -days * dayMs);
  return { days, ...(await countAcceptedWith(sql, { companyId, merchantIds, keys, since })) };
});

/** Above, the number is not counted to its end. */
const maxCounted = 10_000;

interface Wanted {
  companyId: number;
  merchantIds: readonly number[] | undefined;
  keys: readonly bigint[];
  since: Date;
}

/** Accepted payments of the merchants since then with one of the keys. */
async function countAcceptedWith(
  sql: TenantSql,
  { companyId, merchantIds, keys, since }: Wanted,
): Promise<{ payments: number; hasMore: boolean }> {
  const [row] = await sql<{ payments: number }[]>`
    select count(*) as payments from (
      select distinct k.txn_id
      from unnest(${keys.map(String)}::bigint[]) as wanted (key)
      join velocity_key k on k.company_id = ${companyId} and k.key = wanted.key and k.at > ${since} and not k.is_payout
      join txn t on t.txn_id = k.txn_id and t.company_id = k.company_id
      where ${sql.unsafe(outcomeSql)} = 'accepted'
        ${merchantIds === undefined ? sql`` : sql`and k.merchant_id = any (${merchantIds as number[]}::integer[])`}
      limit ${maxCounted + 1}
    ) as matching`;
  const payments = row?.payments ?? 0;
  return { payments: Math.min(payments, maxCounted), hasMore: payments > maxCounted };
}
