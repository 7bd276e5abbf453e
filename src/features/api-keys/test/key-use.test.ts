import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteOldUse } from '#server/auth/api/api-key-use.ts';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { bearer, insertKey, ping } from './key-fixtures.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp();
});
afterEach(() => app.stop());

async function inLastHour(apiId: string): Promise<unknown> {
  const admin = await actAs(app, 'admin@harbour.example');
  const { body } = await admin('GET', `/proxy/sync/keys/1100/${apiId}`);
  return (body as { requestsInLastHour: unknown }).requestsInLastHour;
}

test('counts the requests of each key without a write per request', async () => {
  const used = await insertKey(app, ['P_NEW_PAYMENT']);
  const other = await insertKey(app, ['P_NEW_PAYMENT']);
  for (let at = 0; at < 5; at += 1) await bearer(app, used.secret)('GET', ping);
  await bearer(app, other.secret)('GET', ping);
  await bearer(app, `${used.secret}x`)('GET', ping);
  expect(await app.owner`select 1 from api_key_use`).toHaveLength(0);
  // The counts are written every ten seconds, and before the gateway stops.
  await app.gateway.close();
  const rows = await app.owner<{ requests: number }[]>`
    select requests from api_key_use order by requests desc`;
  expect(rows).toEqual([{ requests: 5 }, { requests: 1 }]);
  expect([await inLastHour(used.apiId), await inLastHour(other.apiId)]).toEqual([5, 1]);
});

test('leaves out requests older than an hour', async () => {
  const { apiId } = await insertKey(app, ['P_NEW_PAYMENT']);
  await app.owner`
    insert into api_key_use (company_id, api_id, minute, requests)
    values (1100, ${apiId}, now() - interval '61 minutes', 40), (1100, ${apiId}, now() - interval '5 minutes', 2),
      (1100, ${apiId}, now() - interval '25 hours', 7)`;
  expect(await inLastHour(apiId)).toBe(2);
  await deleteOldUse(app.services.database);
  expect(await app.owner`select 1 from api_key_use`).toHaveLength(2);
});
