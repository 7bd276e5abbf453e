import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { insertSchedule } from '#testing/insert-schedule.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const all = (id: number, subPath = '') => `/proxy/sync/cm/installation/org/${id}${subPath}`;
const installationPath = (id: number, subPath = '/settings') => `/proxy/sync/cm/installation/${id}${subPath}`;
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]).toString('base64');
const content = (part: object = {}) => ({
  name: 'Coffee kiosk',
  channel: 'WEB',
  currencies: ['GBP', 'EUR'],
  mcc: '5812',
  threeDSecure: 'FULL',
  recurring: true,
  instalments: false,
  fraudGuardThreshold: 80,
  webOrigins: ['https://kiosk.harbour.example'],
  skin: '2',
  payerAddress: 'FULL',
  applePayMerchantId: 'merchant.example.kiosk',
  applePayCountry: 'GB',
  googlePayMerchantId: 'BCR2DN4T5678',
  googlePayCountry: 'GB',
  googlePayName: 'Harbour Kiosk',
  logo: null,
  sendReceipts: true,
  receiptName: 'Harbour Coffee',
  receiptReplyTo: 'shop@harbour.example',
  ...part,
});
const sale = (currency: string) => ({
  transaction: { amount: '10.00', currency, commerceType: 'ECOM', merchantRef: currency },
  customer: {},
  paymentMethod: { card: { pan: '4444333322221111', expiryDate: '1230', cv2: '123' } },
});

async function create(part: object = {}, merchant = 1111): Promise<number> {
  const response = await admin('POST', all(merchant), content(part));
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body.installationId;
}

async function grantTo(userName: string, permissions: string[], orgId: number): Promise<Send> {
  const role = `r-${permissions.join('-')}`.slice(0, 50);
  await app.owner`insert into role (role_id, name, description) values (${role}, ${role}, '') on conflict do nothing`;
  for (const name of permissions)
    await app.owner`insert into role_permission values (${role}, ${name}) on conflict do nothing`;
  await app.owner`
    insert into role_grant (user_id, role_id, organisation_id)
    select user_id, ${role}, ${orgId} from app_user where user_name = ${userName} on conflict do nothing`;
  await app.owner`update app_user set access_version = access_version + 1`;
  return actAs(app, userName);
}

describe('createInstallation', () => {
  test('creates an installation that takes payments', async () => {
    const id = await create({ threeDSecure: 'OFF' });
    await app.owner`insert into api_credential_installation values ('harbour-api', ${id})`;
    const merchantClient = actAsMerchant(app);
    const url = `/acceptor/rest/transactions/${id}/payment`;
    expect((await merchantClient('POST', url, sale('GBP'))).status).toBe(201);
    expect((await merchantClient('POST', url, sale('USD'))).body.outcome.reasonCode).toBe('A102');
  });

  test('getInstallation returns every stored setting', async () => {
    const id = await create({ name: 'Complete', logo: png });
    expect((await admin('GET', installationPath(id))).body).toEqual({
      installationId: id,
      merchantId: 1111,
      merchantName: 'Harbour Coffee',
      ...content({ name: 'Complete', logo: png }),
      active: true,
      isInactiveAbove: false,
      version: 2,
      mayChange: true,
    });
    const controls = await admin('GET', installationPath(id, '/riskcontrols'));
    expect(controls.body).toMatchObject({ threeDSecure: true, liabilityShift: 'FULL' });
    const skins = await actAsMerchant(app)('GET', '/acceptor/rest/skins/5300001');
    expect(skins.body.items[0]).toMatchObject({ id: '1', isDefault: true });
  });

  test.each([
    [{ currencies: [] }],
    [{ currencies: ['XXZ'] }],
    [{ mcc: '58' }],
    [{ channel: 'FAX' }],
    [{ fraudGuardThreshold: 101 }],
    [{ webOrigins: ['http://shop.example'] }],
    [{ skin: '9' }],
    [{ payerAddress: 'NONE' }],
    [{ applePayMerchantId: 'merchant example' }],
    [{ applePayCountry: 'GBR' }],
    [{ applePayCountry: null }],
    [{ googlePayMerchantId: 'BCR 2DN' }],
    [{ googlePayMerchantId: 'x'.repeat(41) }],
    [{ googlePayCountry: 'GBR' }],
    [{ logo: Buffer.from('<svg onload="x"/>').toString('base64') }],
    [{ receiptReplyTo: 'not an address' }],
    [{ name: ' ' }],
  ])('rejects %o', async (part) => {
    expect((await admin('POST', all(1111), content({ name: 'Wrong', ...part }))).status).toBe(400);
  });

  test.each([
    [{ googlePayCountry: null }, 'googlePayCountry', 'missing'],
    [{ googlePayMerchantId: null }, 'googlePayCountry', 'not_allowed'],
    [{ googlePayMerchantId: null, googlePayCountry: null }, 'googlePayName', 'not_allowed'],
  ])('names the field of Google Pay: %o', async (part, field, detail) => {
    const { status, body } = await admin('POST', all(1111), content({ name: 'Wrong', ...part }));
    expect([status, body.field, body.detail]).toEqual([400, field, detail]);
  });

  test('rejects the name of another installation of the merchant', async () => {
    const refused = await admin('POST', all(1111), content({ name: 'harbour coffee WEB' }));
    expect([refused.status, refused.body.code]).toEqual([409, 'NAME_TAKEN']);
  });

  test('rejects an installation of a branch', async () => {
    expect((await admin('POST', all(1110), content({ name: 'Of a branch' }))).status).toBe(400);
  });

  test('denies installations of other merchants', async () => {
    for (const id of [1211, 1200, 424_242])
      expect((await admin('POST', all(id), content({ name: 'Theirs' }))).status).toBe(403);
    const send = await grantTo('coffee@harbour.example', ['P_MANAGE_INSTALLATION'], 1111);
    expect((await send('POST', all(1112), content({ name: 'Of books' }))).status).toBe(403);
    expect((await send('POST', all(1111), content({ name: 'Own one' }))).status).toBe(201);
    expect((await send('GET', all(1111, '/merchants'))).body).toEqual([{ id: 1111, name: 'Harbour Coffee' }]);
  });
});

describe('changeInstallation', () => {
  test('changes settings and names them in the audit', async () => {
    const id = await create({ name: 'Changing', logo: png });
    const { version } = (await admin('GET', installationPath(id))).body;
    const changed = await admin('PUT', installationPath(id), {
      ...content({ name: 'Changed', currencies: ['USD'], threeDSecure: 'OFF' }),
      version,
    });
    expect(changed.body).toMatchObject({
      name: 'Changed',
      currencies: ['USD'],
      threeDSecure: 'OFF',
      logo: null,
    });
    const [line] = await app.owner<{ before: object; after: object }[]>`
      select before, after from audit_event where act = 'changeInstallation' and object_id = ${String(id)}`;
    expect(line).toMatchObject({
      before: { name: 'Changing', currencies: ['GBP', 'EUR'], threeDSecure: 'FULL', logo: '11 bytes' },
      after: { name: 'Changed', currencies: ['USD'], threeDSecure: 'OFF', logo: null },
    });
  });

  test('keeps the other risk controls', async () => {
    const id = await create({ name: 'Controlled' });
    const controls = (await admin('GET', installationPath(id, '/riskcontrols'))).body;
    const rules = [{ type: 'CARD', disabled: false, velocity: 3, timePeriod: 1 }];
    await admin('PUT', installationPath(id, '/riskcontrols'), { ...controls, velocityRules: rules });
    const { version } = (await admin('GET', installationPath(id))).body;
    await admin('PUT', installationPath(id), {
      ...content({ name: 'Controlled', threeDSecure: 'PARTIAL' }),
      version,
    });
    expect((await admin('GET', installationPath(id, '/riskcontrols'))).body).toMatchObject({
      liabilityShift: 'PARTIAL',
      velocityRules: rules,
    });
  });

  test('rejects the second of two edits, also from risk controls', async () => {
    const id = await create({ name: 'Edited' });
    const { version } = (await admin('GET', installationPath(id))).body;
    const edit = (name: string) => admin('PUT', installationPath(id), { ...content({ name }), version });
    expect((await edit('Edited once')).status).toBe(200);
    const second = await edit('Edited twice');
    expect([second.status, second.body.code]).toEqual([409, 'INSTALLATION_CHANGED']);
    const next = (await admin('GET', installationPath(id))).body.version;
    const origins = { webOrigins: ['https://other.example'], before: content().webOrigins };
    await admin('PUT', installationPath(id, '/weborigins'), origins);
    const body = { ...content({ name: 'Edited once' }), version: next };
    expect((await admin('PUT', installationPath(id), body)).status).toBe(409);
  });

  test('accepts one of two edits at the same time', async () => {
    const id = await create({ name: 'Raced' });
    const { version } = (await admin('GET', installationPath(id))).body;
    const edit = (mcc: string) =>
      admin('PUT', installationPath(id), { ...content({ name: 'Raced', mcc }), version });
    const responses = await Promise.all([edit('1111'), edit('2222')]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('denies changes to a viewer', async () => {
    const send = await grantTo('support@harbour.example', ['P_VIEW_INSTALLATION'], 1111);
    expect((await send('GET', installationPath(5_300_001))).body.mayChange).toBe(false);
    expect((await send('PUT', installationPath(5_300_001), { ...content(), version: 1 })).status).toBe(403);
    expect((await send('GET', installationPath(5_300_003))).status).toBe(403);
    expect((await send('GET', installationPath(5_300_006))).status).toBe(403);
  });
});

describe('listInstallations', () => {
  test('lists those that the caller may view', async () => {
    const send = await grantTo('support@harbour.example', ['P_VIEW_INSTALLATION'], 1111);
    const names = (body: { items: { name: string }[] }) => body.items.map(({ name }) => name);
    const response = await send('GET', all(1100, '?text=harbour'));
    expect(names(response.body)).toContain('Harbour Coffee web');
    expect(names(response.body)).not.toContain('Harbour Books');
    expect((await admin('GET', all(1112))).body).toMatchObject({ total: 1, items: [{ isActive: true }] });
    const page = await admin('GET', all(1100, '?pageSize=2&offset=1'));
    expect(page.body.items).toHaveLength(2);
  });

  test('lists none for an organisation without installations', async () => {
    const created = await admin('POST', '/proxy/sync/cm/organisation/1110/children', {
      type: 'MERCHANT',
      name: 'Empty shop',
      timeZone: null,
    });
    const empty = await admin('GET', all(created.body.id));
    expect([empty.status, empty.body]).toEqual([200, { items: [], total: 0 }]);
    expect((await admin('GET', all(created.body.id, '/merchants'))).body).toHaveLength(1);
  });
});

describe('deactivateInstallation', () => {
  test('stops new payments of one installation and suspends its schedules', async () => {
    const scheduleId = 'e'.repeat(32);
    await insertSchedule(app.owner, { scheduleId });
    expect((await admin('GET', installationPath(5_300_001, '/deactivation'))).body).toEqual({ schedules: 1 });
    expect((await admin('POST', installationPath(5_300_001, '/deactivate'), {})).body).toEqual({
      suspended: 1,
      isMore: false,
    });
    const merchantClient = actAsMerchant(app);
    const pay = (id: number) =>
      merchantClient('POST', `/acceptor/rest/transactions/${id}/payment`, sale('GBP'));
    expect((await pay(5_300_001)).body.outcome.reasonCode).toBe('A139');
    expect((await pay(5_300_003)).status).toBe(201);
    const resumed = await admin('POST', `/schedules/${scheduleId}/resume`, {});
    expect([resumed.status, resumed.body.code]).toEqual([409, 'INSTALLATION_INACTIVE']);
    const back = await admin('POST', installationPath(5_300_001, '/reactivate'), {});
    expect(back.body).toMatchObject({ active: true });
    expect((await pay(5_300_001)).status).toBe(201);
    const acts = await app.owner<{ act: string }[]>`
      select act from audit_event where object_id = '5300001' and object_kind = 'installation' and not refused
      order by seq`;
    expect(acts.map(({ act }) => act)).toEqual(['deactivateInstallation', 'reactivateInstallation']);
  });
});

test('getInstallationDeactivation is denied to a viewer', async () => {
  const send = await grantTo('support@harbour.example', ['P_VIEW_INSTALLATION'], 1111);
  expect((await send('GET', installationPath(5_300_001, '/deactivation'))).status).toBe(403);
  expect((await send('POST', installationPath(5_300_001, '/reactivate'), {})).status).toBe(403);
});

test('listMerchantChoices names merchants where the caller may create', async () => {
  const { body } = await admin('GET', all(1110, '/merchants'));
  expect(body.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['Harbour Books', 'Harbour Coffee']),
  );
  expect(JSON.stringify(body)).not.toContain('Meridian');
});
