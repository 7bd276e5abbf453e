import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Permission } from '#shared/permissions.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { insertSchedule } from '#testing/insert-schedule.ts';
import { inTenant } from '#database/tenant.ts';
import { createCustomField } from '#features/payments/custom-fields/server/manage-custom-field.ts';
import { createInstallation } from '#features/company/installations/server/manage-installation.ts';
import { loadActiveRules } from '#features/fraud/fraud-rules/server/db/rules.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { createOrganisation } from '../server/manage-organisation.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { findUserId, grant } from '#features/access/users/test/user-fixtures.ts';

let app: TestApp;
let provider: Send;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  provider = await actAs(app, 'domain@demo.example');
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.owner`update organisation set active = true`;
});

const organisationPath = (id: number, suffix = '') => `/proxy/sync/cm/organisation/${id}${suffix}`;
const child = (type: string, name: string, timeZone: string | null = null) => ({ type, name, timeZone });

async function createChild(send: Send, parent: number, type: string, name: string): Promise<number> {
  const created = await send('POST', organisationPath(parent, '/children'), child(type, name));
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  return created.body.id;
}

/** Gives a user a role of one permission list, and nothing else. */
async function actAsWithGrants(userName: string, grants: [number, Permission[], boolean?][]): Promise<Send> {
  const id = await findUserId(app, userName);
  await app.owner`delete from role_grant where user_id = ${id}`;
  for (const [org, permissions, cascade = true] of grants) {
    const role = `test-${org}-${permissions.join('-')}`.slice(0, 60);
    await app.owner`
      insert into role (role_id, name, description) values (${role}, ${role}, '') on conflict do nothing`;
    for (const permission of permissions)
      await app.owner`insert into role_permission values (${role}, ${permission}) on conflict do nothing`;
    await app.owner`
      insert into role_grant (user_id, role_id, organisation_id, cascade) values (${id}, ${role}, ${org}, ${cascade})`;
  }
  await app.owner`update app_user set access_version = access_version + 1 where user_id = ${id}`;
  return actAs(app, userName);
}
const managePermission: Permission = 'P_MANAGE_ORGANISATION';

describe('createOrganisation', () => {
  test('creates a company with its standard lists for the provider', async () => {
    const created = await provider(
      'POST',
      organisationPath(1000, '/children'),
      child('GROUP', 'Tidal Group', 'Europe/Paris'),
    );
    expect(created.status).toBe(201);
    const { id } = created.body;
    const [row] = await app.owner`select company_id, path, time_zone from organisation where id = ${id}`;
    expect(row).toEqual({ companyId: id, path: `/1000/${id}`, timeZone: 'Europe/Paris' });
    const [lists] = await app.owner<{ count: number }[]>`
      select count(*) as count from fraud_list where company_id = ${id}`;
    expect(lists?.count).toBe(12);
  });

  test('lets the provider work in a new company at once', async () => {
    const id = await createChild(provider, 1000, 'GROUP', 'Reef Group');
    const branch = await createChild(provider, id, 'BRANCH', 'Reef North');
    const merchant = await createChild(provider, branch, 'MERCHANT', 'Reef Shop');
    const fields = `/proxy/sync/cm/customFields/${merchant}`;
    const field = {
      name: 'tier',
      type: 'string',
      label: 'Tier',
      caseSensitive: false,
      inReporting: true,
      inRules: true,
    };
    expect((await provider('POST', fields, field)).status).toBe(201);
    expect((await provider('GET', organisationPath(merchant))).body).toMatchObject({
      path: `/1000/${id}/${branch}/${merchant}`,
      inheritedTimeZone: 'Europe/London',
      mayCreate: [],
    });
  });

  test.each([
    [1000, 'BRANCH'],
    [1000, 'MERCHANT'],
    [1100, 'GROUP'],
    [1110, 'GROUP'],
    [1111, 'MERCHANT'],
    [1111, 'BRANCH'],
  ])('rejects below %i the type %s', async (parent, type) => {
    expect((await provider('POST', organisationPath(parent, '/children'), child(type, 'Wrong'))).status).toBe(
      400,
    );
  });

  test.each([
    [{ name: '  ' }, 400],
    [{ name: 'x'.repeat(101) }, 400],
    [{ timeZone: 'Mars/Base' }, 400],
    [{ timeZone: '+01:00' }, 400],
    [{ name: 'harbour COFFEE' }, 409],
  ])('rejects %o', async (fields, status) => {
    const body = { ...child('MERCHANT', 'Fresh'), ...fields };
    expect((await admin('POST', organisationPath(1110, '/children'), body)).status).toBe(status);
  });

  test('denies a company to an administrator of a company', async () => {
    expect((await admin('POST', organisationPath(1000, '/children'), child('GROUP', 'Mine'))).status).toBe(
      403,
    );
  });

  test('denies children of another company alike for known and unknown ids', async () => {
    for (const id of [1200, 1210, 424_242])
      expect((await admin('POST', organisationPath(id, '/children'), child('BRANCH', 'Mine'))).status).toBe(
        403,
      );
  });

  test('denies children to a permission without cascade', async () => {
    const send = await actAsWithGrants('support@harbour.example', [[1110, [managePermission], false]]);
    expect((await send('POST', organisationPath(1110, '/children'), child('BRANCH', 'Mine'))).status).toBe(
      403,
    );
    expect((await send('GET', organisationPath(1110))).body).toMatchObject({
      mayChange: true,
      mayCreate: [],
      mayMove: false,
    });
  });

  test('creates one of two with the same name at once', async () => {
    const [a, b] = await Promise.all([
      admin('POST', organisationPath(1110, '/children'), child('MERCHANT', 'Twin')),
      admin('POST', organisationPath(1110, '/children'), child('MERCHANT', 'Twin')),
    ]);
    expect([a.status, b.status].toSorted()).toEqual([201, 409]);
  });

  test('shows a new merchant in reports at once', async () => {
    const { state, database } = app.services;
    await state.organisationTrees.load(database, 1100, Date.now());
    const id = await createChild(admin, 1110, 'MERCHANT', 'Harbour New');
    const tree = await state.organisationTrees.load(database, 1100, Date.now());
    expect(tree.organisations.has(id)).toBe(true);
  });
});

test('creates a company, an installation and a field for a command of the operator', async () => {
  const by = {
    at: app.clock.now(),
    actorKind: 'system',
    actor: 'admin-cli: Ana',
    ip: '',
    requestId: '',
  } as const;
  const { companyId, installationId } = await inTenant(app.services.database, 'all-tenants', async (sql) => {
    const inheritedZone = { timeZone: null };
    const group = await createOrganisation(sql, by, {
      ...inheritedZone,
      parentId: 1000,
      type: 'GROUP',
      name: 'Operated',
    });
    const merchant = await createOrganisation(sql, by, {
      ...inheritedZone,
      parentId: group.id,
      type: 'MERCHANT',
      name: 'Shop',
    });
    const id = await createInstallation(sql, by, merchant.id, {
      name: 'Shop web',
      channel: 'WEB',
      currencies: ['GBP'],
      mcc: '5812',
      threeDSecure: 'FULL',
      recurring: true,
      instalments: false,
      fraudGuardThreshold: null,
      webOrigins: [],
      skin: '1',
      payerAddress: 'POSTCODE',
      applePayMerchantId: null,
      applePayCountry: null,
      googlePayMerchantId: null,
      googlePayCountry: null,
      googlePayName: null,
      logo: null,
      sendReceipts: false,
      receiptName: null,
      receiptReplyTo: null,
    });
    const flags = { caseSensitive: false, inReporting: true, inRules: true };
    await createCustomField(sql, by, group.id, { name: 'tier', type: 'string', label: 'Tier', ...flags });
    return { companyId: group.id, installationId: id };
  });
  const auditedActs = await app.owner<{ act: string; actor: string }[]>`
    select act, actor from audit_event where company_id = ${companyId} order by seq`;
  expect(auditedActs.map(({ act }) => act)).toEqual([
    'createOrganisation',
    'createOrganisation',
    'createInstallation',
    'createCustomField',
  ]);
  expect(new Set(auditedActs.map(({ actor }) => actor))).toEqual(new Set(['admin-cli: Ana']));
  const settings = await provider('GET', `/proxy/sync/cm/installation/${installationId}/settings`);
  expect(settings.body).toMatchObject({ name: 'Shop web', threeDSecure: 'FULL' });
});

describe('deleteOrganisation', () => {
  const remove = (send: Send, id: number) => send('DELETE', organisationPath(id));

  test('deletes what nothing uses, frees its name, and is audited', async () => {
    const branch = await createChild(admin, 1100, 'BRANCH', 'By mistake');
    expect((await admin('GET', organisationPath(branch))).body).toMatchObject({ mayDelete: true });
    expect((await remove(admin, branch)).status).toBe(204);
    expect((await admin('GET', organisationPath(branch))).status).toBe(403);
    expect((await remove(admin, branch)).status).toBe(403);
    const again = await createChild(admin, 1100, 'MERCHANT', 'By mistake');
    expect(again).toBeGreaterThan(branch);
    expect((await remove(admin, again)).status).toBe(204);
    const [event] = await app.owner`
      select before ->> 'name' as name, company_id from audit_event
      where act = 'deleteOrganisation' and object_id = ${String(branch)} and outcome = 'allowed'`;
    expect(event).toEqual({ name: 'By mistake', companyId: 1100 });
  });

  test.each([
    [
      'a branch with a merchant',
      async (id: number) => void (await createChild(admin, id, 'MERCHANT', 'Inside')),
    ],
    [
      'the home of a user',
      async (id: number) =>
        void (await app.owner`update app_user set organisation_id = ${id} where user_name = 'support@harbour.example'`),
    ],
    [
      'the place of a role',
      async (id: number) => {
        const userId = await findUserId(app, 'support@harbour.example');
        await app.owner`
          insert into role_grant (user_id, role_id, organisation_id, cascade) values (${userId}, 'viewer', ${id}, true)`;
      },
    ],
  ])('refuses %s', async (title, use) => {
    const branch = await createChild(admin, 1100, 'BRANCH', `Used by ${title}`);
    await use(branch);
    expect((await admin('GET', organisationPath(branch))).body).toMatchObject({ mayDelete: false });
    const { status, body } = await remove(admin, branch);
    expect([status, body.code]).toEqual([409, 'ORGANISATION_IN_USE']);
    await app.owner`update app_user set organisation_id = 1100 where organisation_id = ${branch}`;
    await app.owner`delete from role_grant where organisation_id = ${branch}`;
  });

  test('refuses companies, other companies, and users without the permission on the parent', async () => {
    expect((await remove(provider, 1100)).status).toBe(403);
    expect((await remove(await actAs(app, 'admin@meridian.example'), 1110)).status).toBe(403);
    const branch = await createChild(admin, 1100, 'BRANCH', 'Of the company');
    const own = await actAsWithGrants('support@harbour.example', [[branch, [managePermission]]]);
    expect((await remove(own, branch)).status).toBe(403);
  });

  test('lets either a new merchant or the deletion of its branch win', async () => {
    const branch = await createChild(admin, 1100, 'BRANCH', 'Contested');
    const [deleted, created] = await Promise.all([
      remove(admin, branch),
      admin('POST', organisationPath(branch, '/children'), child('MERCHANT', 'Late')),
    ]);
    expect([
      [204, 403],
      [204, 404],
      [409, 201],
    ]).toContainEqual([deleted.status, created.status]);
  });
});

describe('changeOrganisation', () => {
  test('renames an organisation and sets its time zone', async () => {
    const id = await createChild(admin, 1110, 'MERCHANT', 'Old name');
    const response = await admin('PUT', organisationPath(id), {
      name: ' New  name ',
      timeZone: 'Asia/Kolkata',
      version: 1,
    });
    expect(response.body).toMatchObject({ name: 'New name', timeZone: 'Asia/Kolkata', version: 2 });
    const [line] = await app.owner`
      select before, after from audit_event where act = 'changeOrganisation' and object_id = ${String(id)}`;
    expect(line).toEqual({
      before: { name: 'Old name', timeZone: null },
      after: { name: 'New name', timeZone: 'Asia/Kolkata' },
    });
  });

  test('rejects the second of two edits', async () => {
    const id = await createChild(admin, 1110, 'MERCHANT', 'Edited twice');
    const edit = (name: string) => admin('PUT', organisationPath(id), { name, timeZone: null, version: 1 });
    expect((await edit('First')).status).toBe(200);
    const second = await edit('Second');
    expect([second.status, second.body.code]).toEqual([409, 'ORGANISATION_CHANGED']);
  });

  test('does not change installations', async () => {
    const body = { name: 'Taken over', timeZone: null, version: 1 };
    expect((await admin('PUT', organisationPath(5_300_001), body)).status).toBe(404);
  });
});

describe('moveOrganisation', () => {
  test('previewMove names who loses and gains access and which rules stop', async () => {
    const id = await createChild(admin, 1110, 'MERCHANT', 'Moving shop');
    await app.owner`
      insert into fraud_rule (company_id, organisation_id, rule_type, name, description, action, active, merchant_ids,
        installation_ids, definition, created_by, created_at, last_updated_by, last_updated_at, last_action)
      values (1100, 1110, 'rule', 'Only UK', '', 'Block', true, ${[id]}, '{}', '{}', 'x', now(), 'x', now(), 'CREATE')`;
    await actAsWithGrants('support@harbour.example', [[1120, ['P_VIEW_USER']]]);
    await app.owner`update app_user set organisation_id = 1110 where user_name = 'analyst@harbour.example'`;
    await app.owner`
      update role_grant set organisation_id = 1110
      where user_id = (select user_id from app_user where user_name = 'analyst@harbour.example')`;
    await app.owner`
      update organisation_feature set organisation_id = 1110 where organisation_id = 1100 and feature = 'PAYPAL'`;
    const preview = await admin('POST', organisationPath(id, '/movePreview'), { parentId: 1120 });
    expect(preview.body).toMatchObject({
      losing: { count: 1, names: ['Noor Rahman'] },
      gaining: { count: 1, names: ['Tom Okafor'] },
      rules: { count: 1, names: ['Only UK'] },
      featuresLost: ['PAYPAL'],
    });
    const { previewHash } = preview.body;
    await app.owner`update fraud_rule set active = false where name = 'Only UK'`;
    const staleMove = await admin('POST', organisationPath(id, '/move'), { parentId: 1120, previewHash });
    expect([staleMove.status, staleMove.body.code]).toEqual([409, 'PREVIEW_CHANGED']);
    const newPreview = await admin('POST', organisationPath(id, '/movePreview'), { parentId: 1120 });
    const response = await admin('POST', organisationPath(id, '/move'), {
      parentId: 1120,
      previewHash: newPreview.body.previewHash,
    });
    expect(response.body).toMatchObject({ path: `/1000/1100/1120/${id}`, parentId: 1120 });
  });

  test('moves everything below a branch', async () => {
    const branch = await createChild(admin, 1110, 'BRANCH', 'Moving branch');
    const merchantId = await createChild(admin, branch, 'MERCHANT', 'In the branch');
    await move(admin, branch, 1120);
    const [row] = await app.owner<{ path: string }[]>`select path from organisation where id = ${merchantId}`;
    expect(row?.path).toBe(`/1000/1100/1120/${branch}/${merchantId}`);
  });

  test('takes access with the next request', async () => {
    const merchantId = await createChild(admin, 1110, 'MERCHANT', 'Leaving shop');
    const send = await actAsWithGrants('coffee@harbour.example', [[1110, ['P_VIEW_TRANSACTIONS_NGPORTAL']]]);
    expect((await send('GET', organisationPath(merchantId))).status).toBe(200);
    await move(admin, merchantId, 1120);
    expect((await send('GET', organisationPath(merchantId))).status).toBe(403);
  });

  test('applies no rule of the organisation that a merchant has left', async () => {
    const merchantId = await createChild(admin, 1110, 'MERCHANT', 'Ruled shop');
    await app.owner`
      insert into fraud_rule (company_id, organisation_id, rule_type, name, description, action, active, merchant_ids,
        installation_ids, definition, created_by, created_at, last_updated_by, last_updated_at, last_action)
      values (1100, 1110, 'rule', 'Left behind', '', 'Block', true, ${[merchantId]}, '{}', '{"conditions": []}', 'x', now(), 'x',
              now(), 'CREATE')`;
    const active = () =>
      inTenant(app.services.database, [1100], (sql) => loadActiveRules(sql, 1100, merchantId));
    expect((await active()).map(({ name }) => name)).toEqual(['Left behind']);
    await move(admin, merchantId, 1120);
    expect(await active()).toEqual([]);
  });

  test.each([
    ['into another company', 1111, 1210],
    ['below a merchant', 1111, 1112],
    ['to where it is', 1111, 1110],
    ['of a company', 1100, 1000],
  ])('rejects a move %s', async (_title, id, parentId) => {
    const refused = await provider('POST', organisationPath(id, '/movePreview'), { parentId });
    expect(refused.status).toBe(400);
  });

  test('rejects a move below itself', async () => {
    const outer = await createChild(admin, 1110, 'BRANCH', 'Outer');
    const inner = await createChild(admin, outer, 'BRANCH', 'Inner');
    expect((await admin('POST', organisationPath(outer, '/movePreview'), { parentId: inner })).status).toBe(
      400,
    );
  });

  test('checks both ends', async () => {
    const merchantId = await createChild(admin, 1110, 'MERCHANT', 'Between');
    const body = { parentId: 1120, previewHash: 'x' };
    for (const grants of [
      [[1110, [managePermission]]],
      [[1120, [managePermission]]],
      [[merchantId, [managePermission]]],
    ] as const) {
      const send = await actAsWithGrants(
        'support@harbour.example',
        grants as unknown as [number, Permission[]][],
      );
      expect(
        (await send('POST', organisationPath(merchantId, '/movePreview'), { parentId: 1120 })).status,
      ).toBe(403);
      expect((await send('POST', organisationPath(merchantId, '/move'), body)).status).toBe(403);
    }
  });

  test('denies a move that gives the caller a permission', async () => {
    const merchantId = await createChild(admin, 1110, 'MERCHANT', 'Tempting');
    const send = await actAsWithGrants('support@harbour.example', [
      [1110, [managePermission]],
      [1120, [managePermission, 'P_REFUND_TRANSACTION']],
    ]);
    const refused = await send('POST', organisationPath(merchantId, '/movePreview'), { parentId: 1120 });
    expect([refused.status, refused.body.code]).toEqual([403, 'MOVE_GAINS_ACCESS']);
  });

  test('denies a move that gives other users a permission which the caller lacks', async () => {
    const merchantId = await createChild(admin, 1110, 'MERCHANT', 'Handed over');
    const send = await actAsWithGrants('support@harbour.example', [[1100, [managePermission]]]);
    await grant(
      app,
      'coffee@harbour.example',
      { name: 'refunder', permissions: ['P_REFUND_TRANSACTION'] },
      1120,
    );
    for (const action of ['/movePreview', '/move']) {
      const body = action === '/move' ? { parentId: 1120, previewHash: 'any' } : { parentId: 1120 };
      const refused = await send('POST', organisationPath(merchantId, action), body);
      expect([refused.status, refused.body.code]).toEqual([403, 'MOVE_GIVES_ACCESS']);
    }
  });
});

async function move(send: Send, id: number, parentId: number): Promise<void> {
  const preview = await send('POST', organisationPath(id, '/movePreview'), { parentId });
  const { previewHash } = preview.body;
  const response = await send('POST', organisationPath(id, '/move'), { parentId, previewHash });
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
}

describe('deactivateOrganisation', () => {
  const payment = {
    transaction: { money: { amount: { fixed: '10.00' }, currency: 'GBP' }, commerceType: 'ECOM' },
    session: { returnUrl: { url: 'https://shop.harbour.example/back' } },
  };
  const sale = {
    transaction: { amount: '10.00', currency: 'GBP', commerceType: 'ECOM', merchantRef: 'off' },
    customer: {},
    paymentMethod: { card: { pan: '4444333322221111', expiryDate: '1230', cv2: '123' } },
  };

  test('refuses new payments, sessions and links with a reason', async () => {
    const merchant = actAsMerchant(app);
    expect((await admin('POST', organisationPath(1110, '/deactivate'), {})).status).toBe(200);
    const refused = await merchant('POST', '/acceptor/rest/transactions/5300001/payment', sale);
    expect([refused.status, refused.body.outcome.reasonCode]).toEqual([400, 'A139']);
    const session = await merchant('POST', '/hosted/rest/sessions/5300001/payments', payment);
    expect(session.status).not.toBe(201);
    const link = await merchant('POST', '/smartlink/links/5300001/payment', {
      transaction: { money: { currency: 'EUR', amount: {} } },
    });
    expect([link.status, JSON.stringify(link.body).includes('A139')]).toEqual([400, true]);
    await admin('POST', organisationPath(1110, '/reactivate'), {});
    expect((await merchant('POST', '/acceptor/rest/transactions/5300001/payment', sale)).status).toBe(201);
  });

  test('keeps refunds', async () => {
    await insertTransaction(app.owner, { txnId: 10_000_000_501 });
    await admin('POST', organisationPath(1111, '/deactivate'), {});
    const merchant = actAsMerchant(app);
    const body = { transaction: { amount: '1.00', currency: 'GBP' } };
    const refunded = await merchant('POST', '/acceptor/rest/transactions/5300001/10000000501/refund', body);
    expect(refunded.body.outcome.reasonCode).not.toBe('A139');
    const repeated = await merchant('POST', '/acceptor/rest/transactions/5300001/10000000501/repeat', {
      transaction: { amount: '1.00', currency: 'GBP', commerceType: 'ECOM' },
    });
    expect(repeated.body.outcome.reasonCode).toBe('A139');
  });

  test('getDeactivation counts the schedules that it suspends, each with an audit event', async () => {
    const scheduleId = 'd'.repeat(32);
    await insertSchedule(app.owner, { scheduleId });
    expect((await admin('GET', organisationPath(1111, '/deactivation'))).body).toEqual({
      installations: 2,
      schedules: 1,
    });
    const deactivated = await admin('POST', organisationPath(1111, '/deactivate'), {});
    expect(deactivated.body).toEqual({ suspended: 1, isMore: false });
    const [row] = await app.owner`select status from schedule where schedule_id = ${scheduleId}`;
    expect(row).toEqual({ status: 'SUSPENDED' });
    const lines = await app.owner<{ act: string }[]>`
      select act from audit_event where object_id in (${scheduleId}, '1111') order by seq desc limit 2`;
    expect(lines.map(({ act }) => act)).toEqual(['suspendSchedule', 'deactivateOrganisation']);
    const resumed = await admin('POST', `/schedules/${scheduleId}/resume`, {});
    expect([resumed.status, resumed.body.code]).toEqual([409, 'INSTALLATION_INACTIVE']);
    expect((await admin('POST', organisationPath(1111, '/deactivate'), {})).body).toEqual({
      suspended: 0,
      isMore: false,
    });
  });

  test('reactivateOrganisation is denied to the company itself', async () => {
    expect((await provider('POST', organisationPath(1100, '/deactivate'), {})).status).toBe(200);
    expect((await admin('POST', organisationPath(1100, '/reactivate'), {})).status).toBe(403);
    expect((await admin('GET', organisationPath(1111))).body).toMatchObject({
      active: true,
      isInactiveAbove: true,
    });
  });

  test('denies it to a manager of the organisation alone', async () => {
    const send = await actAsWithGrants('support@harbour.example', [[1111, [managePermission]]]);
    expect((await send('POST', organisationPath(1111, '/deactivate'), {})).status).toBe(403);
    expect((await send('POST', organisationPath(1111, '/reactivate'), {})).status).toBe(403);
  });
});

describe('saveOrganisationFeatures', () => {
  const features = (id: number) => `/proxy/sync/cm/orgUnit/${id}/features`;

  test('sets features that hold below', async () => {
    const id = await createChild(provider, 1000, 'GROUP', 'Feature Group');
    const merchantId = await createChild(provider, id, 'MERCHANT', 'Feature Shop');
    const saved = await provider('PUT', features(id), { features: ['SCHEDULER', 'ERE'], version: 1 });
    expect(saved.body.features).toEqual([
      { code: 'ERE', from: null },
      { code: 'SCHEDULER', from: null },
    ]);
    const child = await provider('GET', organisationPath(merchantId));
    expect(child.body.features).toContainEqual({ code: 'ERE', from: 'Feature Group' });
    expect((await provider('PUT', features(id), { features: [], version: 1 })).status).toBe(409);
    expect((await provider('PUT', features(id), { features: ['SCHEDULER'], version: 2 })).body.version).toBe(
      3,
    );
    const lines = await app.owner`
      select before, after from audit_event where act = 'saveOrganisationFeatures' and object_id = ${String(id)} and not refused
      order by seq`;
    expect(lines[1]).toEqual({
      before: { features: ['ERE', 'SCHEDULER'] },
      after: { features: ['SCHEDULER'] },
    });
  });

  test('denies a company features of its own choice', async () => {
    for (const id of [1100, 1111]) {
      const { version } = (await admin('GET', organisationPath(id))).body;
      expect((await admin('PUT', features(id), { features: ['ERE'], version })).status).toBe(403);
    }
  });

  test('rejects an unknown feature', async () => {
    expect((await provider('PUT', features(1100), { features: ['GOLD'], version: 1 })).status).toBe(400);
  });
});

test('getOrganisation counts what is below', async () => {
  expect((await admin('GET', organisationPath(1111))).body).toMatchObject({
    installationCount: 2,
    keyCount: 1,
    mayChange: true,
    mayMove: true,
    maySetFeatures: false,
  });
});

test('gives the administrator the new permissions', async () => {
  const roles = await app.owner<{ roleId: string }[]>`
    select role_id from role_permission
    where permission in ('P_MANAGE_ORGANISATION', 'P_MANAGE_INSTALLATION') and role_id not like 'test-%'`;
  expect(roles.map(({ roleId }) => roleId)).toEqual(['administrator', 'administrator']);
});
