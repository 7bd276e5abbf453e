import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPermissions } from '#shared/api-permissions.ts';
import { parseApiId, newSecret } from '#server/auth/api-secret.ts';
import { actAsMerchant, actAs } from '#testing/act-as.ts';
import { insertSchedule } from '#testing/insert-schedule.ts';
import { everyEndpoint } from '#testing/every-endpoint.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { createLink } from '#features/payments/smart-links/test/link-fixtures.ts';
import { paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { deleteOldUse } from '#server/auth/api-key-use.ts';
import { bearer, insertKey, ping } from './key-fixtures.ts';

let app: TestApp;
let transactionId: string;
let linkId: string;
beforeAll(async () => {
  app = await startApp();
  const merchant = actAsMerchant(app);
  transactionId = await paid(merchant);
  ({ linkId } = await createLink(merchant));
  await insertSchedule(app.owner, { scheduleId });
});
afterAll(() => app.stop());

const scheduleId = '0b6e1c529f0e4e6c8a513a51f0c7f2d1';

const readStatus = async (secret: string, address?: string) =>
  (await bearer(app, secret, address)('GET', ping)).status;

test('accepts a secret as bearer token', async () => {
  const { secret } = await insertKey(app, ['P_NEW_PAYMENT']);
  expect(await readStatus(secret)).toBe(200);
});

test('accepts a secret as the password of its API id', async () => {
  const { apiId, secret } = await insertKey(app, ['P_NEW_PAYMENT']);
  expect((await actAsMerchant(app, apiId, secret)('GET', ping)).status).toBe(200);
});

test('rejects a secret under another API id', async () => {
  const { secret } = await insertKey(app, ['P_NEW_PAYMENT']);
  expect((await actAsMerchant(app, 'harbour-api', secret)('GET', ping)).status).toBe(401);
});

test('stores no secret', async () => {
  const { secret } = await insertKey(app, ['P_NEW_PAYMENT']);
  const rows = await app.owner`select * from api_secret`;
  expect(JSON.stringify(rows)).not.toContain(secret.slice(-20));
});

test('reads the API id of a secret with a correct checksum only', () => {
  const secret = newSecret('k_abcdefgh23', 'TEST');
  expect(parseApiId(secret)).toBe('k_abcdefgh23');
  const wrongSecret = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0');
  expect(parseApiId(wrongSecret)).toBeUndefined();
  expect(parseApiId(newSecret('harbour-api', 'TEST'))).toBe('harbour-api');
});

test('rejects an expired key', async () => {
  const { apiId, secret } = await insertKey(app, ['P_NEW_PAYMENT']);
  await app.owner`update api_credential set expires_at = now() - interval '1 second' where api_id = ${apiId}`;
  expect(await readStatus(secret)).toBe(401);
});

test('rejects a revoked key', async () => {
  const { apiId, secret } = await insertKey(app, ['P_NEW_PAYMENT']);
  await app.owner`update api_credential set active = false, revoked_at = now() where api_id = ${apiId}`;
  expect(await readStatus(secret)).toBe(401);
});

test('ends a secret by the clock of the database', async () => {
  const { apiId, secret } = await insertKey(app, ['P_NEW_PAYMENT']);
  await app.owner`update api_secret set ends_at = now() + interval '1 hour' where api_id = ${apiId}`;
  app.clock.advance(7_200_000);
  expect(await readStatus(secret)).toBe(200);
  await app.owner`update api_secret set ends_at = now() - interval '1 second' where api_id = ${apiId}`;
  expect(await readStatus(secret)).toBe(401);
});

test('rejects addresses outside the ranges of a key', async () => {
  const { apiId, secret } = await insertKey(app, ['P_NEW_PAYMENT']);
  await app.owner`
    update api_credential set ip_ranges = '{198.51.100.0/24,2001:db8::/32}' where api_id = ${apiId}`;
  const refused = await bearer(app, secret, '203.0.113.9')('GET', ping);
  expect([refused.status, refused.body.reasonCode]).toEqual([403, 'V101']);
  expect(await readStatus(secret, '198.51.100.7')).toBe(200);
  expect(await readStatus(secret, '::ffff:198.51.100.7')).toBe(200);
  expect(await readStatus(secret, '2001:db8::5')).toBe(200);
});

test('stores the last use of a key once a minute', async () => {
  const { apiId, secret } = await insertKey(app, ['P_NEW_PAYMENT']);
  const readLastUse = async () => {
    const [row] = await app.owner<{ lastUsedAt: Date | null; lastUsedIp: string | null }[]>`
      select last_used_at, last_used_ip from api_secret where api_id = ${apiId}`;
    return row;
  };
  await readStatus(secret, '198.51.100.7');
  const first = await readLastUse();
  expect(first?.lastUsedIp).toBe('198.51.100.7');
  await readStatus(secret, '198.51.100.8');
  expect(await readLastUse()).toEqual(first);
  await app.owner`update api_secret set last_used_at = now() - interval '2 minutes' where api_id = ${apiId}`;
  await readStatus(secret, '198.51.100.8');
  expect((await readLastUse())?.lastUsedIp).toBe('198.51.100.8');
});

const gatewayCalls = everyEndpoint.filter(
  ({ url, call }) =>
    /^\/(acceptor|hosted|smartlink|reporting)\//.test(url) && ('anyOf' in call.auth || 'allOf' in call.auth),
);

test.each(gatewayCalls.map(({ call, method, url }) => ({ name: call.name, call, method, url })))(
  'rejects a key without the permission of $name',
  async ({ call, method, url }) => {
    const required = 'anyOf' in call.auth ? call.auth.anyOf : 'allOf' in call.auth ? call.auth.allOf : [];
    const otherPermissions = apiPermissions.filter((name) => !(required as readonly string[]).includes(name));
    expect(otherPermissions.length).toBeLessThan(apiPermissions.length);
    const { secret } = await insertKey(app, otherPermissions);
    const address = url
      .replace('{installationId}', '5300001')
      .replace('{transactionId}', transactionId)
      .replace('{linkId}', linkId)
      .replace('{scheduleId}', scheduleId)
      .replaceAll(/\{\w+\}/g, '1');
    const refused = await bearer(app, secret)(method, address, method === 'GET' ? undefined : {});
    expect([refused.status, refused.body.reasonCode]).toEqual([
      403,
      url.startsWith('/hosted/') ? 'exception.permission.denied' : 'V103',
    ]);
  },
);

test('answers wrong secrets with 429 after three hundred from many addresses, and still takes the right one', async () => {
  const { apiId, secret } = await insertKey(app, ['P_NEW_PAYMENT']);
  for (let index = 0; index < 300; index += 1) {
    const address = `203.0.113.${index % 100}`;
    expect(await readStatus(newSecret(apiId, 'TEST'), address)).toBe(401);
  }
  const refused = await bearer(app, newSecret(apiId, 'TEST'), '192.0.2.1')('GET', ping);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
  expect(await readStatus(secret, '192.0.2.1')).toBe(200);
  app.clock.advance(61_000);
  expect(await readStatus(newSecret(apiId, 'TEST'), '192.0.2.1')).toBe(401);
});

test('an old secret at the same address never blocks the right one', async () => {
  const { apiId, secret } = await insertKey(app, ['P_NEW_PAYMENT']);
  const old = newSecret(apiId, 'TEST');
  for (let index = 0; index < 40; index += 1) {
    expect(await readStatus(old, '203.0.113.200')).toBe(index < 20 ? 401 : 429);
    if (index % 10 === 0) expect(await readStatus(secret, '203.0.113.200')).toBe(200);
  }
});

test('answers wrong bearer tokens of any form with 429 after a hundred from an address', async () => {
  for (let index = 0; index < 100; index += 1)
    expect(await readStatus(`guess-${index}`, '192.0.2.77')).toBe(401);
  const refused = await bearer(app, 'guess', '192.0.2.77')('GET', ping);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
});

describe('the use of a key', () => {
  async function readRequestsInLastHour(apiId: string): Promise<unknown> {
    const admin = await actAs(app, 'admin@harbour.example');
    const { body } = await admin('GET', `/proxy/sync/keys/1100/${apiId}`);
    return (body as { requestsInLastHour: unknown }).requestsInLastHour;
  }

  test('leaves out requests older than an hour', async () => {
    const { apiId } = await insertKey(app, ['P_NEW_PAYMENT']);
    await app.owner`
      insert into api_key_use (company_id, api_id, minute, requests)
      values (1100, ${apiId}, now() - interval '61 minutes', 40), (1100, ${apiId}, now() - interval '5 minutes', 2),
        (1100, ${apiId}, now() - interval '25 hours', 7)`;
    expect(await readRequestsInLastHour(apiId)).toBe(2);
    await deleteOldUse(app.services.database);
    expect(await app.owner`select 1 from api_key_use where api_id = ${apiId}`).toHaveLength(2);
  });

  test('counts the requests of each key without a write per request', async () => {
    const used = await insertKey(app, ['P_NEW_PAYMENT']);
    const otherKey = await insertKey(app, ['P_NEW_PAYMENT']);
    for (let index = 0; index < 5; index += 1) await bearer(app, used.secret)('GET', ping);
    await bearer(app, otherKey.secret)('GET', ping);
    await bearer(app, `${used.secret}x`)('GET', ping);
    const readStoredUses = () => app.owner<{ requests: number }[]>`
      select requests from api_key_use where api_id in (${used.apiId}, ${otherKey.apiId}) order by requests desc`;
    expect(await readStoredUses()).toHaveLength(0);
    // The counts are written every ten seconds, and before the gateway stops.
    await app.gateway.close();
    expect(await readStoredUses()).toEqual([{ requests: 5 }, { requests: 1 }]);
    expect([await readRequestsInLastHour(used.apiId), await readRequestsInLastHour(otherKey.apiId)]).toEqual([
      5, 1,
    ]);
  });
});
