import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#database/open-database.ts';
import { secretContext } from '#features/processing/connections/server/open-processors.ts';
import { generateCardKeys } from '#integrations/processors/http/encrypt-card.ts';
import { prepareSandbox } from '#integrations/processors/sandbox/prepare-sandbox.ts';
import { sandboxProcessor } from '#integrations/processors/sandbox/sandbox-processor.ts';
import { sandboxService } from '#integrations/processors/sandbox/sandbox-service.ts';
import { seal } from '#server/auth/seal.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, freshDatabase, startApp } from '#testing/start-app.ts';
import { testKeys } from '#testing/template-contents.ts';
import {
  base,
  expectBooksToBalance,
  goodCard,
  paid,
  payment,
  reason,
  transactionIdOf,
} from './payment-fixtures.ts';

/** A connection as an administrator sets it up, to a service on this machine that the operator permits. */
const connectionId = 700;
let app: TestApp;
let merchant: Send;
let service: Server;
let stranger: Server;
let strangerCalls = 0;
let processorDatabase: ReturnType<typeof openDatabase>;
let url = '';
let settings: { url: string; cardKey: string };
const signingSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const listen = async (server: Server, port = 0): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};
const close = async (server: Server): Promise<void> => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
};

beforeAll(async () => {
  const databaseUrl = await freshDatabase();
  processorDatabase = openDatabase(databaseUrl, { as: 'owner', max: 4 });
  await prepareSandbox(processorDatabase);
  const { privateKey, publicKey } = generateCardKeys();
  const now = () => app.clock.now();
  service = sandboxService({
    sql: processorDatabase,
    connection: sandboxProcessor({ sql: processorDatabase, now }),
    signingSecret,
    cardKey: privateKey,
    now,
    onError: (error) => expect(error).toBeUndefined(),
  });
  const port = await listen(service);
  url = `http://127.0.0.1:${port}`;
  stranger = createServer((_request, response) => {
    strangerCalls += 1;
    response.end();
  });
  await listen(stranger);
  settings = { url, cardKey: JSON.stringify(publicKey) };
  app = await startApp({ databaseUrl, flags: ['--processor-hosts', `127.0.0.1:${port}`] });
  merchant = actAsMerchant(app);
  await app.owner`
    insert into processor_connection (connection_id, adapter, name, mode, acquirer, settings, state, event_key, created_at, updated_at)
    values (${connectionId}, 'http', 'Own', 'TEST', 'Own Acquirer', ${app.owner.json(settings)}, 'ACTIVE', 'own', now(), now())`;
  const facts = { connectionId, field: 'signingSecret', version: 1 };
  const sealed = seal(testKeys.processorSecret, Buffer.from(signingSecret), secretContext(facts));
  await app.owner`
    insert into processor_secret (connection_id, field, slot, version, sealed, last_four, set_at, set_by)
    values (${connectionId}, 'signingSecret', 'CURRENT', 1, ${sealed}, 'BwcH', now(), 'admin')`;
  await app.owner`
    insert into processor_route (organisation_id, position, connection_id, created_at)
    values (null, 0, ${connectionId}, now())`;
});
beforeEach(async () => {
  await app.owner`update processor_connection set settings = ${app.owner.json(settings)} where connection_id = ${connectionId}`;
  await app.owner`delete from processor_breaker`;
});
afterAll(async () => {
  await expectBooksToBalance(app);
  // No number in a log of ours, whatever failed.
  expect(app.logged()).not.toContain(goodCard.pan);
  await Promise.all([close(service), close(stranger)]);
  await processorDatabase.end();
  await app.stop();
});

const connectionOf = async (id: string) => {
  const [row] = await app.owner<{ connectionId: number; acquirer: string }[]>`
    select connection_id from txn where txn_id = ${id}`;
  return row?.connectionId;
};
/** With other settings the connection is opened again. */
const changeUrl = (to: string) => app.owner`
  update processor_connection set settings = ${app.owner.json({ ...settings, url: to })}
  where connection_id = ${connectionId}`;

test('a payment, its refund and its repetition go to the service', async () => {
  const id = await paid(merchant);
  expect(await connectionOf(id)).toBe(connectionId);
  const known = await app.owner`select amount_minor from sandbox.reference where reference = ${id}`;
  expect(known).toEqual([{ amountMinor: 2500 }]);
  const refund = await merchant('POST', `${base}/${id}/refund`, { transaction: { amount: 5 } });
  expect([reason(refund), await connectionOf(transactionIdOf(refund))]).toEqual(['S100', connectionId]);
  const repeat = await merchant('POST', `${base}/${id}/repeat`, { transaction: { amount: 7 } });
  expect([reason(repeat), await connectionOf(transactionIdOf(repeat))]).toEqual(['S100', connectionId]);
});

test('a service that is down loses the payment to the next route, and never a card', async () => {
  await changeUrl(`${url}/`);
  await paid(merchant);
  const { port } = new URL(url);
  await close(service);
  const id = await paid(merchant);
  expect(await connectionOf(id)).toBe(1);
  await listen(service, Number(port));
  expect(await connectionOf(await paid(merchant))).toBe(connectionId);
});

test.each([
  [
    'another port of the permitted host',
    () => `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`,
  ],
  ['another name of it', () => `http://localhost:${new URL(url).port}`],
  ['a metadata service', () => 'http://169.254.169.254/latest'],
  ['a mapped address', () => `http://[::ffff:127.0.0.1]:${new URL(url).port}`],
  ['a file', () => 'file:///etc/passwd'],
])('settings with %s reach nothing', async (_name, address) => {
  await changeUrl(address());
  // Without capabilities the connection takes no charge, and the next route does.
  expect(await connectionOf(await paid(merchant))).toBe(1);
  expect(strangerCalls).toBe(0);
});

test('without another route nothing is charged while the capabilities are unknown', async () => {
  await changeUrl('http://169.254.169.254/');
  await app.owner`delete from processor_route where connection_id = 1`;
  expect(reason(await merchant('POST', `${base}/payment`, payment()))).toBe('X201');
  await app.owner`
    insert into processor_route (organisation_id, position, connection_id, created_at) values (null, 1, 1, now())`;
});
