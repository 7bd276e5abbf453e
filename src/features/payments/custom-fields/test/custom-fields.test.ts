import { afterAll, beforeAll, expect, test, describe } from 'vitest';
import { actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('getCustomFieldMappings', () => {
  const url = '/proxy/sync/cm/customFields/customFieldMappings';

  test("returns the company's custom fields for a merchant", async () => {
    const send = await actAs(app, 'coffee@harbour.example');
    const { body } = await send('GET', `${url}/1111`);
    expect(body).toContainEqual({ storedName: 'custom_string_1', displayName: 'Loyalty tier' });
    expect(JSON.stringify(body)).not.toContain('Booking class');
  });

  test('leaves out a field that is only for rules', async () => {
    await app.owner`update custom_field set in_reporting = false where stored_name = 'custom_long_string_1'`;
    const send = await actAs(app, 'coffee@harbour.example');
    expect(JSON.stringify((await send('GET', `${url}/1111`)).body)).not.toContain('Gift message');
  });

  test('returns none above companies and rejects other companies', async () => {
    const domain = await actAs(app, 'domain@demo.example');
    expect((await domain('GET', `${url}/1000`)).body).toEqual([]);
    const coffee = await actAs(app, 'coffee@harbour.example');
    expect((await coffee('GET', `${url}/1200`)).status).toBe(403);
  });
});

describe('getRuleCustomFields', () => {
  test('names custom fields as the merchant sends them', async () => {
    const send = await actAs(app, 'analyst@harbour.example');
    const { body } = await send('GET', '/proxy/sync/rms/customFields/1110');
    expect(body).toContainEqual({
      descriptiveName: 'basket_items',
      dataType: 'integer',
      index: 1,
      caseSensitiveOption: false,
    });
    expect(JSON.stringify(body)).not.toContain('departure');
  });

  test('leaves out a field that is only for reports', async () => {
    await app.owner`update custom_field set in_rules = false where stored_name = 'custom_string_1'`;
    const send = await actAs(app, 'analyst@harbour.example');
    expect(JSON.stringify((await send('GET', '/proxy/sync/rms/customFields/1110')).body)).not.toContain(
      'loyalty_tier',
    );
  });
});

const fields = (id: number, subPath = '') => `/proxy/sync/cm/customFields/${id}${subPath}`;
const field = (name: string, part: object = {}) => ({
  name,
  type: 'string',
  label: `Label of ${name}`,
  caseSensitive: true,
  inReporting: true,
  inRules: true,
  ...part,
});

describe('createCustomField', () => {
  test('makes a field known to reports, rules and payments', async () => {
    const admin = await actAs(app, 'admin@harbour.example');
    const response = await admin('POST', fields(1111), field('table_no', { type: 'integer' }));
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({ type: 'integer', caseSensitive: false, hidden: false, version: 1 });
    const mappings = await admin(
      'GET',
      fields(1100).replace('customFields', 'customFields/customFieldMappings'),
    );
    expect(mappings.body).toContainEqual({ storedName: 'custom_int_2', displayName: 'Label of table_no' });
    const rules = await admin('GET', '/proxy/sync/rms/customFields/1100');
    expect(rules.body).toContainEqual(expect.objectContaining({ descriptiveName: 'table_no', index: 2 }));
    const sale = (value: string) => ({
      transaction: { amount: '10.00', currency: 'GBP', commerceType: 'ECOM', merchantRef: value },
      customer: {},
      paymentMethod: { card: { pan: '4444333322221111', expiryDate: '1230', cv2: '123' } },
      customFields: { fieldState: [{ name: 'table_no', value }] },
    });
    const pay = (value: string) =>
      actAsMerchant(app)('POST', '/acceptor/rest/transactions/5300001/payment', sale(value));
    expect((await pay('twelve')).body.outcome.reasonCode).toBe('A124');
    expect((await pay('12')).status).toBe(201);
    const filter = { operation: 'EQUALS', value: ['12'] };
    const searchResult = await admin('POST', '/proxy/sync/tqs/reporting/internal/search', {
      startFrom: 1,
      limit: 25,
      fields: [{ field: 'txn_id' }, { field: 'custom_int_2', filter }],
    });
    expect(searchResult.body.data).toMatchObject([[expect.anything(), '12']]);
  });

  test('compiles the rules again for the next payment', async () => {
    const admin = await actAs(app, 'admin@harbour.example');
    const readVersion = async () =>
      (await app.owner<{ version: number }[]>`select version from fraud_rule_set where company_id = 1100`)[0]
        ?.version ?? 0;
    const before = await readVersion();
    await admin('POST', fields(1100), field('for_rules'));
    expect(await readVersion()).toBe(before + 1);
  });

  test.each([
    [{ name: 'has space' }, 400],
    [{ name: '1first' }, 400],
    [{ name: 'x'.repeat(51) }, 400],
    [{ label: ' ' }, 400],
    [{ type: 'colour' }, 400],
    [{ name: 'loyalty_tier' }, 409],
  ])('rejects %o', async (part, status) => {
    const admin = await actAs(app, 'admin@harbour.example');
    expect((await admin('POST', fields(1100), field('fresh', part))).status).toBe(status);
  });

  test('gives fields created at once different indexes', async () => {
    const admin = await actAs(app, 'admin@harbour.example');
    const responses = await Promise.all(
      ['at_once_a', 'at_once_b'].map((name) => admin('POST', fields(1100), field(name, { type: 'float' }))),
    );
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
  });

  test('denies fields to a manager of a part of the company', async () => {
    await app.owner`
      insert into role (role_id, name, description) values ('part', 'part', '') on conflict do nothing`;
    await app.owner`insert into role_permission values ('part', 'P_MANAGE_ORGANISATION') on conflict do nothing`;
    await app.owner`
      insert into role_grant (user_id, role_id, organisation_id)
      select user_id, 'part', 1111 from app_user where user_name = 'coffee@harbour.example'`;
    await app.owner`update app_user set access_version = access_version + 1`;
    const send = await actAs(app, 'coffee@harbour.example');
    expect((await send('POST', fields(1111), field('mine'))).status).toBe(403);
    expect((await send('GET', fields(1111))).body.mayChange).toBe(false);
  });

  test("denies another company's fields", async () => {
    const admin = await actAs(app, 'admin@harbour.example');
    for (const id of [1200, 1211, 424_242])
      expect((await admin('POST', fields(id), field('theirs'))).status).toBe(403);
  });

  test('creates none above companies', async () => {
    const domain = await actAs(app, 'domain@demo.example');
    expect((await domain('GET', fields(1000))).body).toEqual({ items: [], mayChange: false });
    expect((await domain('POST', fields(1000), field('top'))).status).toBe(403);
  });
});

describe('changeCustomField', () => {
  const change = {
    label: 'New label',
    caseSensitive: false,
    inReporting: true,
    inRules: true,
    hidden: false,
  };

  test('changes the label and keeps the type', async () => {
    const admin = await actAs(app, 'admin@harbour.example');
    await admin('POST', fields(1100), field('changing'));
    const changed = await admin('PUT', fields(1100, '/changing'), { ...change, version: 1 });
    expect(changed.body).toMatchObject({ label: 'New label', type: 'string', version: 2 });
    const typed = await admin('PUT', fields(1100, '/changing'), { ...change, type: 'date', version: 2 });
    expect(typed.status).toBe(400);
    const [line] = await app.owner`
      select before ->> 'label' as before, after ->> 'label' as after from audit_event
      where act = 'changeCustomField' and object_id = 'changing' and not refused`;
    expect(line).toEqual({ before: 'Label of changing', after: 'New label' });
  });

  test('rejects the second of two edits', async () => {
    const admin = await actAs(app, 'admin@harbour.example');
    await admin('POST', fields(1100), field('edited'));
    expect((await admin('PUT', fields(1100, '/edited'), { ...change, version: 1 })).status).toBe(200);
    expect((await admin('PUT', fields(1100, '/edited'), { ...change, version: 1 })).status).toBe(409);
    expect((await admin('PUT', fields(1100, '/unknown'), { ...change, version: 1 })).status).toBe(404);
  });
});

test('hideCustomField takes the field from what is offered, and the list keeps it', async () => {
  const admin = await actAs(app, 'admin@harbour.example');
  await admin('POST', fields(1100), field('hiding'));
  expect((await admin('DELETE', fields(1100, '/hiding'))).status).toBe(204);
  expect((await admin('DELETE', fields(1100, '/hiding'))).status).toBe(204);
  expect(JSON.stringify((await admin('GET', '/proxy/sync/rms/customFields/1100')).body)).not.toContain(
    'hiding',
  );
  const response = await admin('GET', fields(1100));
  expect(response.body.items.at(-1)).toMatchObject({ name: 'hiding', hidden: true, version: 2 });
  const unhidden = await admin('PUT', fields(1100, '/hiding'), {
    label: 'Back',
    caseSensitive: true,
    inReporting: true,
    inRules: true,
    hidden: false,
    version: 2,
  });
  expect(unhidden.body.hidden).toBe(false);
});

test('listCustomFields names the fields of the own company only', async () => {
  const send = await actAs(app, 'coffee@harbour.example');
  const { body } = await send('GET', fields(1111));
  expect(JSON.stringify(body)).toContain('loyalty_tier');
  expect(JSON.stringify(body)).not.toContain('booking_class');
});
