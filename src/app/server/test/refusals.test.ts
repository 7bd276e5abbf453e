import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Endpoint,
  type Resource,
  parseRoute,
  programForUrl,
  protocolForUrl,
} from '#shared/define-endpoint.ts';
import { newToken, createScimUser, createScimGroup } from '#features/access/scim/test/scim-fixtures.ts';
import { newScimToken } from '#server/auth/api-secret.ts';
import { handlePublic } from '#server/handler.ts';
import { createMetrics } from '#server/metrics.ts';
import { registerRoutes } from '#server/register-routes.ts';
import { createApp } from '#server/http/create-app.ts';
import {
  type Send,
  actAs,
  actAsMerchant,
  actAsProvider,
  signedIn,
  signedOutClient,
} from '#testing/act-as.ts';
import { insertSchedule } from '#testing/insert-schedule.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import * as z from 'zod/mini';
import { handlers } from '../handlers.ts';
import { findUserId } from '#features/access/users/test/user-fixtures.ts';

/**
 * Tests every rejection for all endpoints. Permissions are data, so new endpoints are covered automatically.
 * The expected response follows from the contract alone.
 */
let app: TestApp;
let harbour: Send;
let withoutRoles: Send;
const harboursTransaction = 10_000_000_001;
const meridiansTransaction = 10_000_000_002;

beforeAll(async () => {
  app = await startApp({ flags: ['--trust-proxy', '1'] });
  await insertTransaction(app.owner, { txnId: harboursTransaction });
  await insertTransaction(app.owner, {
    txnId: meridiansTransaction,
    companyId: 1200,
    merchantId: 1211,
    installationId: 5300006,
  });
  await insertSchedule(app.owner, { scheduleId: ownIds.scheduleId ?? '' });
  await insertSchedule(app.owner, {
    scheduleId: otherIds.scheduleId ?? '',
    companyId: 1200,
    merchantId: 1211,
    installationId: 5300006,
  });
  harbour = await actAs(app, 'admin@harbour.example');
  ownIds.linkId = await smartLink('harbour-api', '5300001');
  otherIds.linkId = await smartLink('meridian-api', '5300006');
  ownIds.caseId = await fraudCase(1100, 1111);
  otherIds.caseId = await fraudCase(1200, 1211);
  ownIds.disputeId = await dispute(1100, 1111, 5300001);
  otherIds.disputeId = await dispute(1200, 1211, 5300006);
  ownIds.customerId = await knownCustomer(1100, 1111);
  otherIds.customerId = await knownCustomer(1200, 1211);
  missingIds.disputeId = '999999999';
  missingIds.linkId = '6b1b36cb-2222-4000-8000-000000000000';
  withoutRoles = await actAs(app, 'support@harbour.example');
  await app.owner`delete from role_grant where user_id = (
    select user_id from app_user where user_name = 'support@harbour.example')`;
  await app.owner`update app_user set access_version = access_version + 1`;
  Object.assign(ownIds, {
    id: await findUserId(app, 'coffee@harbour.example'),
    username: 'coffee@harbour.example',
  });
  Object.assign(otherIds, {
    id: await findUserId(app, 'admin@meridian.example'),
    username: 'admin@meridian.example',
  });
  Object.assign(missingIds, {
    id: '6b1b36cb-1111-4000-8000-000000000000',
    username: 'unknown@nowhere.example',
  });
});
afterAll(() => app.stop());

type Ids = Record<string, string>;
async function smartLink(apiId: string, installation: string): Promise<string> {
  const createdLink = await actAsMerchant(app, apiId)('POST', `/smartlink/links/${installation}/payment`, {
    transaction: { money: { currency: 'EUR', amount: {} } },
  });
  return createdLink.body.smartLinkResponseDetail.linkId;
}

async function fraudCase(companyId: number, merchantId: number): Promise<string> {
  const row = { companyId, merchantId, txnId: 1, status: 'OPEN', openedAt: app.clock.now() };
  const [createdCase] = await app.owner<{ caseId: number }[]>`
    insert into fraud_case ${app.owner([row])} returning case_id`;
  return String(createdCase?.caseId);
}

async function dispute(companyId: number, merchantId: number, installationId: number): Promise<string> {
  const at = app.clock.now();
  const row = {
    companyId,
    merchantId,
    installationId,
    connectionId: 1,
    processorReference: `dispute of ${merchantId}`,
    txnId: 1,
    stage: 'CHARGEBACK',
    status: 'NEEDS_RESPONSE',
    amountMinor: 100,
    ccyCode: 'GBP',
    openedAt: at,
    updatedAt: at,
  };
  const [created] = await app.owner<{ disputeId: number }[]>`
    insert into dispute ${app.owner([row])} returning dispute_id`;
  return String(created?.disputeId);
}

async function knownCustomer(companyId: number, merchantId: number): Promise<string> {
  const row = { companyId, merchantId, customerKey: 'n:Ada', name: 'Ada', firstAt: app.clock.now() };
  const [customer] = await app.owner<{ id: number }[]>`
    insert into known_customer ${app.owner([row])} returning known_customer_id as id`;
  return String(customer?.id);
}

const calls = handlers.map(({ endpoint }) => endpoint);
const ownIds: Ids = {
  orgId: '1111',
  companyId: '1111',
  installationId: '5300001',
  transactionId: String(harboursTransaction),
  scheduleId: 'a'.repeat(32),
  claimId: '6b1b36cb-2222-4000-8000-000000000000',
  editAction: 'UPDATE',
};
const otherIds: Ids = {
  orgId: '1211',
  companyId: '1211',
  installationId: '5300006',
  transactionId: String(meridiansTransaction),
  scheduleId: 'b'.repeat(32),
  editAction: 'UPDATE',
};
const missingIds: Ids = {
  orgId: '424242',
  companyId: '424242',
  caseId: '424242',
  customerId: '424242',
  installationId: '424242',
  transactionId: '99999999999',
  scheduleId: 'c'.repeat(32),
  editAction: 'UPDATE',
};

/** Valid ids with a special form that no object has. */
const wellFormed: Ids = {
  scimTokenId: 's_aaaaaaaaaa',
  scimGroupId: '6b1b36cb-3333-4000-8000-000000000000',
};

const fillUrl = (url: string, ids: Ids) =>
  url.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? wellFormed[name] ?? '1');
function buildBody(call: Endpoint, ids: Ids = ownIds): object | undefined {
  if (call.method === 'GET' || call.method === 'DELETE') return undefined;
  const resource: Resource = 'resource' in call.auth ? call.auth.resource : 'anywhere';
  if (resource === 'anywhere') return {};
  if ('user' in resource && resource.in === 'body') return { [resource.user]: ids.id };
  if (!('organisation' in resource)) return {};
  if (resource.in === 'filter') return { filter: `extraInfo.organisationId eq "${ids.orgId}"` };
  const [outer = '', inner = ''] = resource.organisation.split('.');
  if (resource.in !== 'body') return {};
  return inner === '' ? { [outer]: Number(ids.orgId) } : { [outer]: { [inner]: Number(ids.orgId) } };
}
const isPublic = (call: Endpoint) => 'access' in call.auth && call.auth.access === 'public';
const guarded = calls.filter((call) => !isPublic(call));
const onPortal = guarded.filter((call) => protocolForUrl(call.url) === 'portal');
const onScim = guarded.filter((call) => protocolForUrl(call.url) === 'scim');
const onGateway = guarded.flatMap((call) => {
  const routes = [call.route, ...(call.merchantRoute ? [call.merchantRoute] : [])].map(parseRoute);
  return routes.filter(({ url }) => programForUrl(url) === 'gateway').map(({ url }) => ({ call, url }));
});
const withIds = onPortal.filter((call) => 'resource' in call.auth && call.auth.resource !== 'anywhere');
const names = (list: readonly Endpoint[]) => list.map((call) => [call.name, call] as const);

test('finds endpoints to test', () => {
  expect(calls.length).toBeGreaterThan(20);
});

describe('the server does not start', () => {
  test('with a route without permissions', async () => {
    for (const program of ['portal', 'gateway'] as const) {
      const brokenApp = await createApp(program, app.services);
      expect(() => brokenApp.get('/proxy/sync/forgotten', () => 'open')).toThrow(
        'GET /proxy/sync/forgotten declares no auth',
      );
      await brokenApp.close();
    }
  });

  test('with a route that needs one of no permissions', async () => {
    const brokenApp = await createApp('portal', app.services);
    const config = { auth: { anyOf: [], resource: 'anywhere' } } as const;
    expect(() => brokenApp.get('/proxy/sync/careless', { config }, () => 'open')).toThrow('an empty list');
    await brokenApp.close();
  });

  test('with a SCIM call that needs no token, or a token for another call', async () => {
    const base = { name: 'careless', summary: '', auth: { access: 'public' } } as const;
    const token = { ...base, auth: { access: 'scim-token' } } as const;
    const routes = [
      { ...base, method: 'GET', route: 'GET /scim/v2/Careless', url: '/scim/v2/Careless' },
      { ...token, method: 'GET', route: 'GET /proxy/sync/careless', url: '/proxy/sync/careless' },
    ] as const;
    for (const route of routes) {
      const brokenApp = await createApp('portal', app.services);
      const handler = handlePublic(route, { response: z.undefined() }, async () => undefined);
      expect(() => registerRoutes(brokenApp, 'portal', [handler], app.services, createMetrics())).toThrow(
        'careless is not a call for SCIM tokens',
      );
      await brokenApp.close();
    }
  });
});

test('lists the endpoints without sign-in', () => {
  expect(
    calls
      .filter(isPublic)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([
    'beginSession',
    'changeForgottenPassword',
    'changePassword',
    'checkNewPassword',
    'checkPasswordToken',
    'createFirstAdministrator',
    'findCardCountry',
    'finishChallenge',
    'finishFingerprint',
    'finishSingleSignOn',
    'forgottenPassword',
    'getConfig',
    'getInitiation',
    'getNewsFeed',
    'getPasskeyOptions',
    'leaveSession',
    'login',
    'logout',
    'openSmartLink',
    'receiveFingerprint',
    'removeSavedCard',
    'returnFromChallenge',
    'returnFromProcessor',
    'secondFactor',
    'sendPageReceipt',
    'signInWithPasskey',
    'startApplePay',
    'startChallenge',
    'startFingerprint',
    'startGooglePay',
    'startSingleSignOn',
    'submitSession',
    'viewLogo',
    'viewSession',
  ]);
});

test('refuses a session that may only add a second factor', async () => {
  const { send } = await signedIn(app, 'analyst@harbour.example');
  await app.owner`
    update user_session set is_enrolling = true where user_id = ${await findUserId(app, 'analyst@harbour.example')}`;
  for (const call of onPortal.filter(({ duringEnrolment }) => duringEnrolment !== true)) {
    const { status, body } = await send(call.method, fillUrl(call.url, ownIds), buildBody(call));
    expect([status, body.code], call.name).toEqual([403, 'ENROLMENT_REQUIRED']);
  }
});

describe('without a session: 401', () => {
  test.each(names(onPortal))('%s', async (_name, call) => {
    const { send } = signedOutClient(app);
    await send('GET', '/initiation');
    expect((await send(call.method, fillUrl(call.url, ownIds), buildBody(call))).status).toBe(401);
  });
  test.each(onGateway.map(({ call, url }) => [call.name, call, url] as const))(
    '%s on the gateway, with no key and with a wrong one',
    async (_name, call, url) => {
      // Wrong keys are throttled by address.
      const from = { 'x-forwarded-for': `10.0.0.${onGateway.findIndex((route) => route.url === url)}` };
      const merchant = actAsMerchant(app, 'harbour-api', 'not-the-key');
      const sendWithWrongKey: Send = (method, path, body) => merchant(method, path, body, from);
      const sendWithoutKey: Send = (method, path, body) =>
        merchant(method, path, body, { ...from, authorization: '' });
      for (const send of [sendWithWrongKey, sendWithoutKey]) {
        const response = await send(call.method, fillUrl(url, ownIds), buildBody(call));
        expect(response.status).toBe(401);
        expect(response.headers['www-authenticate']).toContain('Basic');
      }
    },
  );
});

describe('SCIM without a valid token: 401, in the form of RFC 7644', () => {
  test.each(names(onScim))('%s', async (_name, call) => {
    const { tokenId } = await newToken(app);
    // Wrong tokens are throttled by address.
    const from = { 'x-forwarded-for': `10.0.1.${onScim.findIndex(({ name }) => name === call.name)}` };
    const provider = (token: string): Send => {
      const send = actAsProvider(app, token);
      return (method, url, body) => send(method, url, body, from);
    };
    const key = `Basic ${Buffer.from('harbour-api:harbour-api-key-demo').toString('base64')}`;
    const withKey: Send = (method, url, body) =>
      actAsProvider(app, '')(method, url, body, { ...from, authorization: key });
    for (const send of [provider('nothing'), provider(newScimToken(tokenId)), withKey, harbour]) {
      const response = await send(call.method, fillUrl(call.url, ownIds), buildBody(call));
      expect([response.status, response.body.status]).toEqual([401, '401']);
      expect(response.headers['www-authenticate']).toContain('Bearer');
    }
  });

  test('rejects ids of other companies like unknown ones', async () => {
    const admin = { maker: 'admin@harbour.example', orgId: 1100 };
    const ownProvider = actAsProvider(app, (await newToken(app, admin)).token);
    const otherProvider = actAsProvider(
      app,
      (await newToken(app, { maker: 'admin@meridian.example', orgId: 1200 })).token,
    );
    const user = await createScimUser(ownProvider, 'refused@harbour.example');
    const group = await createScimGroup(ownProvider, 'Refused', [user.id]);
    for (const call of onScim.filter(({ url }) => /(Users|Groups)\/\{id\}/.test(url))) {
      const id = call.url.includes('Users') ? user.id : group.id;
      const before = await checksum();
      const requestBody = {
        displayName: 'x',
        userName: 'x@meridian.example',
        Operations: [{ op: 'remove', path: 'members' }],
      };
      const body = buildBody(call) && requestBody;
      const foreign = await otherProvider(call.method, fillUrl(call.url, { id }), body);
      const unknown = await otherProvider(call.method, fillUrl(call.url, missingIds), body);
      expect([foreign.status, foreign.body], call.name).toEqual([404, unknown.body]);
      expect(await checksum()).toEqual(before);
    }
  });
});

describe('without the anti-forgery value: 403 for changes', () => {
  test.each(names(onPortal.filter((call) => call.method !== 'GET')))('%s', async (_name, call) => {
    const response = await harbour(call.method, fillUrl(call.url, ownIds), buildBody(call), {
      'x-xsrf-token': 'made.up',
    });
    expect(response).toMatchObject({ status: 403, body: { code: 'ANTI_FORGERY' } });
  });
});

describe('without the permission: 403', () => {
  const restricted = onPortal.filter((call) => 'anyOf' in call.auth || 'allOf' in call.auth);
  test.each(names(restricted))('%s', async (_name, call) => {
    const response = await withoutRoles(call.method, fillUrl(call.url, ownIds), buildBody(call));
    expect(response).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });
});

describe("other companies' and unknown ids alike: 403 for organisations, else 404", () => {
  test.each(names(withIds))('%s', async (_name, call) => {
    const before = await checksum();
    const foreign = await harbour(call.method, fillUrl(call.url, otherIds), buildBody(call, otherIds));
    const unknown = await harbour(call.method, fillUrl(call.url, missingIds), buildBody(call, missingIds));
    const resource =
      'resource' in call.auth && typeof call.auth.resource === 'object' ? call.auth.resource : {};
    const expected = 'organisation' in resource || 'installation' in resource ? 403 : 404;
    expect(foreign.status).toBe(expected);
    const { requestId: _requestId, ...body } = foreign.body;
    const { requestId: _unknownRequestId, ...unknownBody } = unknown.body;
    expect({ status: unknown.status, ...unknownBody }).toEqual({ status: foreign.status, ...body });
    expect(JSON.stringify(foreign.body)).not.toMatch(/Meridian/);
    expect(await checksum()).toEqual(before);
  });

  test.each(
    onGateway.filter(({ url }) => url.includes('{')).map(({ call, url }) => [call.name, call, url] as const),
  )('%s on the gateway', async (_name, call, url) => {
    const merchant = actAsMerchant(app);
    const refused = url.includes('{installationId}') ? 403 : 404;
    expect((await merchant(call.method, fillUrl(url, otherIds), buildBody(call))).status).toBe(refused);
    if (!url.includes('{transactionId}')) return;
    // A transaction of another installation is unknown.
    const crossed = { ...otherIds, installationId: ownIds.installationId ?? '' };
    expect(await merchant(call.method, fillUrl(url, crossed), buildBody(call))).toMatchObject({
      status: 404,
      body: { reasonCode: call.name === 'resumeTransaction' ? 'V105' : 'A400' },
    });
  });
});

/** A rejected request may write to the audit and nowhere else. */
async function checksum(): Promise<Record<string, string>> {
  countRows ??= await buildCount();
  const rows = await app.owner.unsafe<{ name: string; state: string }[]>(countRows);
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
}

/** Tables that a rejected request may write: the audit, attempts, and the last use of sessions and tokens. */
const writtenByRefusals = [
  'audit_event',
  'audit_seal',
  'throttle',
  'user_session',
  'api_key_use',
  'api_secret',
  'scim_token',
  'scim_refusal',
];
let countRows: string | undefined;

/** For every other table its rows and the last transaction that wrote one of them. */
async function buildCount(): Promise<string> {
  const tables = await app.owner<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and c.relname <> all (${writtenByRefusals})
    order by 1`;
  expect(tables.length).toBeGreaterThan(60);
  return tables
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as state from "${name}"`,
    )
    .join(' union all ');
}

describe('without the feature: 403', () => {
  const featured = onPortal.filter(({ auth }) => 'feature' in auth && 'resource' in auth);
  beforeAll(() => app.owner`create table kept_feature as select * from organisation_feature`);
  beforeAll(() => app.owner`delete from organisation_feature`);
  afterAll(async () => {
    await app.owner`insert into organisation_feature select * from kept_feature`;
    await app.owner`drop table kept_feature`;
  });
  test('finds endpoints to test', () => {
    expect(featured.length).toBeGreaterThan(10);
  });
  test.each(names(featured.filter(isOfAnOrganisation)))('%s', async (_name, call) => {
    await app.owner`insert into organisation_feature select * from kept_feature`;
    expect((await harbour(call.method, fillUrl(call.url, ownIds), buildBody(call))).status).not.toBe(403);
    await app.owner`delete from organisation_feature`;
    const response = await harbour(call.method, fillUrl(call.url, ownIds), buildBody(call));
    expect(response).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });
});

/** Other objects with a feature need one that exists. */
function isOfAnOrganisation({ auth }: Endpoint): boolean {
  const resource = 'resource' in auth ? auth.resource : 'anywhere';
  return typeof resource === 'object' && 'organisation' in resource;
}
