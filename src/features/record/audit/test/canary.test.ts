import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import { type ServedEndpoint, protocolForUrl } from '#shared/define-endpoint.ts';
import { newToken } from '#features/access/scim/test/scim-fixtures.ts';
import { type Send, actAs, actAsMerchant, actAsProvider, signedOutClient } from '#testing/act-as.ts';
import { type Json, everyEndpoint, toJsonSchema } from '#testing/every-endpoint.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

/**
 * Plants secrets in every text of every request, then searches the audit, the logs and every column of every
 * table for them. New endpoints are covered automatically.
 */
const canaries = {
  password: 'Canary-Passw0rd-Zq7!',
  token: 'CANARYtokenCANARYtokenCANARYtokenCANARYtok0',
  apiKey: 'canary-api-key-91c7',
  pan: '4929420573595709',
  spacedPan: '4929 4205 7359 5709',
  cv2: '7391',
};
const cardNumbers = [canaries.pan, canaries.spacedPan];
/** Four digits occur by chance in longer numbers, so a CV2 is searched as a whole value. */
const asStored = (secret: string) => (secret === canaries.cv2 ? `"${secret}"` : secret);

let app: TestApp;
let admin: Send;
let withoutPermissions: Send;
let provider: Send;
const transactionId = 10_000_000_001;
beforeAll(async () => {
  // Wrong keys are throttled by address, so each request uses another one.
  app = await startApp({ flags: ['--trust-proxy', '1'] });
  await insertTransaction(app.owner, { txnId: transactionId });
  admin = await actAs(app, 'admin@harbour.example');
  provider = actAsProvider(app, (await newToken(app)).token);
  withoutPermissions = await actAs(app, 'support@harbour.example');
  await app.owner`
    delete from role_grant
    where user_id = (select user_id from app_user where user_name = 'support@harbour.example')`;
  await app.owner`update app_user set access_version = access_version + 1`;
});
afterAll(() => app.stop());

const ownIds = { orgId: '1111', installationId: '5300001', transactionId: String(transactionId) };
const foreignIds = { orgId: '1211', installationId: '5300006', transactionId: '99999999999' };
type Fill = (name: string) => string;

/** A value of the schema's shape with `fill` in every text, valid or not. */
function buildValue(schema: Json, name: string, fill: Fill): unknown {
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const variants = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as Json[] | undefined;
  if (variants) return buildValue(variants[0] ?? {}, name, fill);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries([
        ...Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([key, property]) => [
          key,
          buildValue(property, key, fill),
        ]),
        ...(typeof schema.additionalProperties === 'object' ? [[fill(name), fill(name)]] : []),
      ]);
    case 'array':
      return [buildValue((schema.items ?? {}) as Json, name, fill)];
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return fill(name);
  }
}

interface CanaryRequest {
  method: ServedEndpoint['method'];
  url: string;
  body: unknown;
}

function buildRequest(
  call: ServedEndpoint,
  endpoint: { method: ServedEndpoint['method']; url: string },
  ids: Json,
  fill: Fill,
): CanaryRequest {
  const path = endpoint.url.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(ids[name] ?? fill(name))),
  );
  const query = buildValue(toJsonSchema(call.query), 'query', fill) as Record<string, unknown>;
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const body = call.body ? buildValue(toJsonSchema(call.body), 'body', fill) : undefined;
  return { method: endpoint.method, url: search.size > 0 ? `${path}?${search}` : path, body };
}

let sent = 0;
function send(client: Send, { method, url, body }: CanaryRequest, headers: Record<string, string> = {}) {
  sent += 1;
  const from = { 'x-forwarded-for': `10.0.${sent >> 8}.${sent & 255}` };
  return client(method, url, body, { 'user-agent': `Canary ${canaries.pan}`, ...from, ...headers });
}

/** Every row of every table as JSON, prefixed by the table's name. */
async function readEverything(): Promise<string[]> {
  await app.gateway.requestLog?.flush();
  const tables = await app.owner<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
  expect(tables.length).toBeGreaterThan(20);
  const rows: string[] = [];
  for (const { name } of tables) {
    const tableRows = await app.owner.unsafe<{ row: string }[]>(
      `select row_to_json(t)::text as row from ${name} t`,
    );
    rows.push(...tableRows.map(({ row }) => `${name} ${row}`));
  }
  return [...rows, ...app.logged().split('\n')];
}

async function findTraces(secrets: readonly string[]): Promise<string[]> {
  const lines = await readEverything();
  return lines.filter((line) => secrets.some((secret) => line.includes(asStored(secret))));
}

test('stores nothing of rejected requests', async () => {
  const statuses = new Set<number>();
  for (const { call, method, url } of everyEndpoint) {
    for (const secret of Object.values(canaries)) {
      // Allowed for every signed-in user, so covered by the next test.
      const isOpen = 'access' in call.auth && call.auth.access === 'signed-in';
      // Four digits may be a valid organisation id; here they are.
      const fill: Fill = (name) => (secret === canaries.cv2 && name.endsWith('Id') ? '42' : secret);
      const request = buildRequest(call, { method, url }, foreignIds, fill);
      const unknownIds = buildRequest(call, { method, url }, {}, fill);
      if (protocolForUrl(url) === 'scim') {
        for (const client of [actAsProvider(app, secret), provider])
          statuses.add((await send(client, unknownIds)).status);
        continue;
      }
      if (protocolForUrl(url) === 'merchant-api') {
        const wrongKey = actAsMerchant(app, 'harbour-api', secret);
        const wrongId = actAsMerchant(app, secret, secret);
        for (const wrongClient of [wrongKey, wrongId])
          statuses.add((await send(wrongClient, request)).status);
        if (!isOpen)
          statuses.add((await send(actAsMerchant(app), request, { 'idempotency-key': secret })).status);
        continue;
      }
      const { send: signedOut } = signedOutClient(app);
      await signedOut('GET', '/initiation');
      statuses.add((await send(signedOut, unknownIds)).status);
      statuses.add(
        (await send(signedOut, unknownIds, { cookie: `session=${secret}; XSRF-TOKEN=${secret}` })).status,
      );
      statuses.add((await send(admin, unknownIds, { 'x-xsrf-token': secret })).status);
      if (isOpen) continue;
      statuses.add((await send(withoutPermissions, request)).status);
      statuses.add((await send(withoutPermissions, unknownIds)).status);
    }
  }
  for (const status of [400, 401, 403]) expect(statuses).toContain(status);
  const lines = await app.owner<{ count: number }[]>`select count(*) from audit_event where refused`;
  expect(lines[0]?.count).toBeGreaterThan(20);
  // The request log has texts of requests as they came, other than card numbers: here every field has the secret.
  const traces = await findTraces(Object.values(canaries));
  expect(traces.filter((line) => !line.startsWith('public.api_request '))).toEqual([]);
  const logged = await findTraces(cardNumbers);
  expect(logged).toEqual([]);
  await app.owner`delete from api_request`;
});

test('stores no card number and no secret field of allowed requests', async () => {
  const secretName = /password|token|secret|cv2|key$/i;
  // When the account's password was changed is a date.
  const isSecret = (name: string) => secretName.test(name) && !name.startsWith('passwordLastChanged');
  const texts = ['plain text', ...cardNumbers, `call ${canaries.pan} now`];
  const statuses = new Map<string, number>();
  for (const { call, method, url } of everyEndpoint) {
    for (const text of texts) {
      // Signing out would end the caller's session.
      if (call.name === 'logout' || call.name === 'endOtherSessions') continue;
      const fill: Fill = (name) =>
        /cv2/i.test(name) ? canaries.cv2 : isSecret(name) ? canaries.password : text;
      const client = { 'merchant-api': actAsMerchant(app), scim: provider, portal: admin }[
        protocolForUrl(url)
      ];
      const { status } = await send(client, buildRequest(call, { method, url }, ownIds, fill));
      if (status < 300) statuses.set(call.name, status);
    }
  }
  for (const name of ['getHistory', 'sendFeedback', 'getTransaction', 'checkNewPassword']) {
    expect([...statuses.keys()]).toContain(name);
  }
  await sendValidPayments();
  expect(await findTraces([...cardNumbers, canaries.password, canaries.cv2])).toEqual([]);
});

/**
 * Random shapes create no payment, so these requests are valid, with card numbers in the right and in wrong
 * fields.
 */
async function sendValidPayments(): Promise<void> {
  const text = `card ${canaries.pan}`;
  const body = {
    transaction: {
      currency: 'GBP',
      amount: '12.50',
      merchantRef: 'canary',
      description: text,
      commerceType: 'ECOM',
    },
    paymentMethod: { card: { pan: canaries.pan, expiryDate: '1229', cv2: '739', cardHolderName: text } },
    customer: { merchantRef: 'canary', displayName: text, email: `${canaries.pan}@a.example` },
  };
  const merchant = actAsMerchant(app);
  const base = '/acceptor/rest/transactions/5300001';
  const paid = await merchant('POST', `${base}/payment`, body, { 'idempotency-key': canaries.pan });
  expect(paid.status).toBe(201);
  const paidId = paid.body.transaction.transactionId;
  const refund = { transaction: { amount: '1.00', description: text } };
  const refunded = await admin('POST', `/proxy/sync/ta/transactions/5300001/${paidId}/refund`, refund);
  expect(refunded.status).toBe(201);
  await sendRejectedAddresses(body);
  const { send: browser } = signedOutClient(app);
  const login = { username: 'support@harbour.example', password: demoPassword };
  await browser('GET', '/initiation');
  expect((await browser('POST', '/auth/login', login, { 'user-agent': text })).status).toBe(200);
}

/** A masked address or name would be wrong, so one with a card number is rejected. */
async function sendRejectedAddresses(payment: Json): Promise<void> {
  const merchant = actAsMerchant(app);
  const address = `https://shop.harbour.example/?card=${canaries.pan}`;
  const session = (fields: Json) => ({
    transaction: { money: { currency: 'GBP', amount: { fixed: '1.00' } } },
    ...fields,
  });
  const sessions = '/hosted/rest/sessions/5300001/payments';
  const links = '/smartlink/links/5300001/payment';
  const validUrl = { url: 'https://shop.harbour.example/done' };
  const callbacks = { transactionNotification: { url: address, format: 'REST_JSON' } };
  const link = {
    ...session({}),
    smartLink: { onDeadLink: address },
  };
  const refusals: [url: string, body: unknown, reason: string][] = [
    ['/acceptor/rest/transactions/5300001/payment', { ...payment, callbacks }, 'V125'],
    [sessions, session({ session: { returnUrl: { url: address } } }), 'exception.config.url.not.valid'],
    [
      sessions,
      session({ session: { returnUrl: validUrl, transactionNotification: { url: address } } }),
      'V125',
    ],
    [links, link, 'exception.config.url.not.valid'],
  ];
  for (const [url, body, reason] of refusals) {
    const response = await merchant('POST', url, body);
    expect([url, response.status, (response.body.outcome ?? response.body).reasonCode]).toEqual([
      url,
      400,
      reason,
    ]);
  }
  const createdLink = await merchant('POST', links, session({}));
  const { linkId } = createdLink.body.smartLinkResponseDetail;
  const emailAddress = `${canaries.pan}@a.example`;
  expect((await admin('POST', `/proxy/sync/sl/links/${linkId}/send`, { emailAddress })).status).toBe(400);
  const origins = '/proxy/sync/cm/installation/5300001/weborigins';
  const { webOrigins: before } = (await admin('GET', origins)).body;
  const webOrigins = [...before, `https://${canaries.pan}.example`];
  expect((await admin('PUT', origins, { webOrigins, before })).status).toBe(400);
}
