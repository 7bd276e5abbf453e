import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, insertKey, ping } from '#features/access/api-keys/test/key-fixtures.ts';
import { apiSecrets } from '#features/access/api-keys/server/rekey-api-secrets.ts';
import { recoveryCodes } from '#features/access/second-factor/server/db/rekey-factors.ts';
import { runApprovals } from '#features/access/approvals/server/run-approvals.ts';
import {
  decide,
  everything,
  letApprove,
  refund,
  refundsOf,
  setPolicy,
} from '#features/access/approvals/test/approval-fixtures.ts';
import { providerOf } from '#features/access/scim/test/scim-fixtures.ts';
import {
  type App,
  addApp,
  nextCode,
  withPassword,
} from '#features/access/second-factor/test/factor-fixtures.ts';
import { secretContext, unsealSecret } from '#features/access/single-sign-on/server/discover-provider.ts';
import { unsealSecret as unsealProcessorSecret } from '#features/processing/connections/server/open-processors.ts';
import { webhookSecret } from '#features/outbound/webhooks/server/webhook-secret.ts';
import { createHook } from '#features/outbound/webhooks/test/webhook-fixtures.ts';
import { paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { sealAudit } from '#features/record/audit/server/seal-audit.ts';
import { type Finding, verifyAudit } from '#features/record/audit/server/seal/verify-audit.ts';
import { issueAccountToken, readTokenId, tokenSecret } from '#server/auth/account-token.ts';
import { type KeyProgram, promoteRoots, refreshKeys } from '#server/auth/key-store/key-programs.ts';
import { addRoot } from '#server/auth/key-store/rotate-keys.ts';
import { seal, sealedGeneration } from '#server/auth/seal.ts';
import { inTenant } from '#database/tenant.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { countEarlierValues, rekeyValues } from '../rekey-values.ts';
import { type RotatingPrograms, startRotatingPrograms } from './rotating-programs.ts';

const amelia = 'admin@harbour.example';

let rotating: RotatingPrograms;
let apps: [TestApp, TestApp];
let programs: [KeyProgram, KeyProgram];

interface Secrets {
  apiKey: string;
  provider: [Send, Send];
  session: Send;
  factor: App;
  codes: string[];
  link: string;
  webhook: { endpointId: string; secret: string; at: string };
  approvalId: string;
  refundOf: string;
}
/** Made before the rotation. */
let secrets: Secrets;

beforeAll(async () => {
  rotating = await startRotatingPrograms();
  ({ apps, programs } = rotating);
  secrets = await makeSecrets(apps[0]);
}, 60_000);
afterAll(() => rotating.stop());

async function makeSecrets(one: TestApp): Promise<Secrets> {
  const { keys } = one.services;
  const session = await actAs(one, amelia);
  const provider = await providerOf(one);
  const factor = await addApp(one, session);
  await one.owner`
    insert into sso_provider (company_id, issuer, client_id, sealed_secret, email_claim, changed_at, version)
    values (1100, 'https://id.example', 'client', ${seal(keys.singleSignOn, Buffer.from('client secret'), secretContext(1100))},
            'email', now(), 1)`;
  const connection = 9001;
  await one.owner`
    insert into processor_connection (connection_id, adapter, name, mode, acquirer, settings, state, event_key, created_at, updated_at)
    values (${connection}, 'http', 'Own', 'TEST', 'Northern', '{}', 'ACTIVE', 'key-9001', now(), now())`;
  const context = `processor-secret:${connection}:signingSecret:1`;
  await one.owner`
    insert into processor_secret (connection_id, field, slot, version, sealed, last_four, set_at, set_by)
    values (${connection}, 'signingSecret', 'CURRENT', 1,
            ${seal(keys.processorSecret, Buffer.from('processor secret'), context)}, '', now(), 'test')`;
  const [user] = await one.owner<
    { userId: string }[]
  >`select user_id from app_user where user_name = ${amelia}`;
  const token = { purpose: 'invitation' as const, userId: user?.userId ?? '', now: one.clock.now() };
  const tokenId = await issueAccountToken(one.services.database, token);
  const webhook = await createHook(session);
  const refundOf = await paid(actAsMerchant(one));
  await letApprove(one, 'analyst@harbour.example');
  await setPolicy(one, everything);
  const asked = await refund(session, refundOf, { amount: '10.00' }, 'refund-1');
  if (asked.status !== 202) throw new Error(JSON.stringify(asked.body));
  return {
    apiKey: (await insertKey(one, ['P_VIEW_TRANSACTION_NGPORTAL'])).secret,
    provider: [provider, provider],
    session,
    factor,
    codes: factor.recoveryCodes ?? [],
    link: tokenSecret(keys.accountLink, tokenId),
    webhook,
    approvalId: asked.body.approvalId,
    refundOf,
  };
}

/** Everything that was made before the rotation works in each program. */
async function expectAllToWork(): Promise<void> {
  const turn = secrets.codes.length % 2;
  for (const [index, app] of apps.entries()) {
    // A code works once, in whichever program.
    apps[1 - index]?.clock.advance(30_000);
    const { keys, database } = app.services;
    expect((await bearer(app, secrets.apiKey)('GET', ping)).status).toBe(200);
    expect((await bearer(app, `${secrets.apiKey.slice(0, -7)}0000000`)('GET', ping)).status).toBe(401);
    const { send } = await withPassword(app, amelia);
    expect((await send('POST', '/auth/secondFactor', { code: nextCode(app, secrets.factor) })).status).toBe(
      200,
    );
    // There are ten, so the programs take turns.
    if (turn === index) await expectCodeToWorkOnce(app);
    expect(readTokenId(keys.accountLink, secrets.link, app.clock.now())).toBeDefined();
    const [sso] = await app.owner<{ sealedSecret: Buffer; companyId: number }[]>`
      select sealed_secret, company_id from sso_provider`;
    expect(sso && unsealSecret({ keys }, sso)).toBe('client secret');
    const [stored] = await app.owner<
      { connectionId: number; field: string; version: number; sealed: Buffer }[]
    >`
      select connection_id, field, version, sealed from processor_secret where connection_id = 9001`;
    expect(stored && unsealProcessorSecret(keys, stored)).toBe('processor secret');
    const findings: Finding[] = [];
    await sealAudit.run(app.services);
    const onFinding = (finding: Finding) => findings.push(finding);
    await verifyAudit({ database, keys: keys.auditSeal, onFinding });
    expect(findings).toEqual([]);
  }
  expect((await secrets.provider[0]('GET', '/scim/v2/Users')).status).toBe(200);
  // A change with the anti-forgery value of the session.
  expect((await secrets.session('POST', '/session/touch', {})).status).toBeLessThan(300);
}

async function expectCodeToWorkOnce(app: TestApp): Promise<void> {
  const code = secrets.codes.pop();
  for (const status of [200, 401]) {
    const { send } = await withPassword(app, amelia);
    expect((await send('POST', '/auth/secondFactor', { code })).status).toBe(status);
  }
}

const leftOver = async (): Promise<Record<string, number>> => {
  const counts = await countEarlierValues(apps[0].services.database, apps[0].services.keys);
  return Object.fromEntries(counts.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]));
};

test('secrets work at every moment of a rotation', async () => {
  const [one, two] = apps;
  const database = one.services.database;
  await expectAllToWork();
  expect(await addRoot(one.owner, programs[0].masterKey, 'Ana')).toEqual({ ok: true, value: 2 });
  // The second program has the new root secret, the first does not.
  await refreshKeys(two.services.database, programs[1]);
  expect(await promoteRoots(database)).toEqual([]);
  await expectAllToWork();
  // The first lets it write, and the second writes under the earlier one still.
  await refreshKeys(database, programs[0]);
  expect([one.services.keys.roots.writing, two.services.keys.roots.writing]).toEqual([2, 1]);
  const early = await insertKey(one, ['P_VIEW_TRANSACTION_NGPORTAL']);
  const late = await insertKey(two, ['P_VIEW_TRANSACTION_NGPORTAL']);
  await expectAllToWork();
  // A worker that dies between batches leaves values of both.
  await inTenant(database, 'all-tenants', async (sql) => {
    expect(await apiSecrets.rekey(sql, one.services.keys, 1)).toBe(1);
    expect(await recoveryCodes.rekey(sql, one.services.keys, 3)).toBe(3);
  });
  expect(await leftOver()).toMatchObject({ 'processor secrets': 1, 'SCIM tokens': 1, 'held requests': 1 });
  await expectAllToWork();
  await rekeyValues.run(one.services);
  await expectAllToWork();
  // Not retired while a program writes under it.
  expect(await one.owner`select generation from key_root where retired_at is not null`).toEqual([]);
  await refreshKeys(two.services.database, programs[1]);
  await rekeyValues.run(one.services);
  expect(await leftOver()).toEqual({});
  expect(await one.owner`select generation from key_root where retired_at is not null`).toEqual([
    { generation: 1 },
  ]);
  await expectAllToWork();
  for (const app of apps)
    for (const { secret } of [early, late]) expect((await bearer(app, secret)('GET', ping)).status).toBe(200);
}, 120_000);

describe('after the rotation', () => {
  test('nothing is stored under the earlier root secret alone', async () => {
    const [app] = apps;
    const [sealed] = await app.owner<{ factor: Buffer; held: Buffer; sso: Buffer; processor: Buffer }[]>`
      select (select sealed_secret from second_factor where sealed_secret is not null) as factor,
             (select sealed_request from approval_request where sealed_request <> '') as held,
             (select sealed_secret from sso_provider) as sso,
             (select sealed from processor_secret where connection_id = 9001) as processor`;
    expect(Object.values(sealed ?? {}).map((value) => sealedGeneration(value as Buffer))).toEqual([
      2, 2, 2, 2,
    ]);
    const rows = await app.owner`
      select 1 from api_secret where key_generation < 2
      union all select 1 from scim_token where key_generation < 2
      union all select 1 from recovery_code where key_generation < 2`;
    expect(rows).toEqual([]);
  });

  test('a held request is found again, approved and run', async () => {
    const [app] = apps;
    const repeated = await refund(secrets.session, secrets.refundOf, { amount: '10.00' }, 'refund-1');
    expect(repeated.body.approvalId).toBe(secrets.approvalId);
    const approver = await actAs(app, 'analyst@harbour.example');
    expect((await decide(approver, secrets.approvalId, 'approve')).status).toBe(200);
    await runApprovals.run(app.services);
    expect(await refundsOf(app, secrets.refundOf)).toEqual([1000]);
  });

  test('a webhook keeps its secret until it is rotated', async () => {
    const [app] = apps;
    const { endpointId, secret, at } = secrets.webhook;
    const { keys } = app.services;
    const load = () => app.owner<{ version: number; keyGeneration: number; previousGeneration: number }[]>`
      select secret_version as version, key_generation, previous_generation from webhook_endpoint
      where endpoint_id = ${endpointId}`;
    const [before] = await load();
    expect(before && webhookSecret(keys, endpointId, before)).toBe(secret);
    const rotated = await secrets.session('POST', `${at}/rotate`, {
      version: 1,
      overlapSeconds: 3600,
    });
    expect(rotated.status).toBe(200);
    const [after] = await load();
    expect(after).toEqual({ version: 1, keyGeneration: 2, previousGeneration: 1 });
    expect(after && webhookSecret(keys, endpointId, after)).toBe(rotated.body.secret);
  });

  test('each step is in the audit', async () => {
    const events = await apps[0].owner`
      select act, actor, object_id from audit_event where object_kind = 'rootSecret' order by seq`;
    expect(events).toEqual([
      { act: 'addRootSecret', actor: 'operator: Ana', objectId: '2' },
      { act: 'useRootSecret', actor: 'system', objectId: '2' },
      { act: 'retireRootSecret', actor: 'system', objectId: '1' },
    ]);
  });

  test('a batch of the audit under the earlier root secret is found', async () => {
    const [app] = apps;
    const { database, keys } = app.services;
    const findings: Finding[] = [];
    await app.owner`update audit_seal set key_generation = 1 where batch = (select max(batch) from audit_seal)`;
    await verifyAudit({ database, keys: keys.auditSeal, onFinding: (finding) => findings.push(finding) });
    expect(findings).toMatchObject([{ kind: 'seal-broken' }]);
  });
});
