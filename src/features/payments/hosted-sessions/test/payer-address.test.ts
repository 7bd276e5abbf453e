import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { closeMerchant } from '#features/payments/payments/test/payment-fixtures.ts';
import { good, openAs, payerAt, sessionOf } from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => closeMerchant(app));
afterEach(async () => {
  await app.owner`update installation set payer_address = 'POSTCODE' where installation_id = 5300001`;
  await app.owner`update risk_controls set address_match = 'NONE', postcode_match = 'NONE' where installation_id = 5300001`;
});

const openWith = (address: object | undefined, transaction: object = {}, more: object = {}) =>
  openAs(app, merchant, {
    ...sessionOf({ ...transaction }, {}, { customer: { details: { name: 'Ada Lovell', address } } }),
    ...more,
  });
const asked = async (address: object | undefined, transaction: object = {}) =>
  (await (await openWith(address, transaction)).view()).body.asks.address;

/** As an administrator saves the form of the installation. */
async function askForFullAddress(): Promise<void> {
  const admin = await actAs(app, 'admin@harbour.example');
  const url = '/proxy/sync/cm/installation/5300001/settings';
  const {
    installationId: _id,
    merchantId: _m,
    merchantName: _n,
    active: _a,
    isInactiveAbove: _i,
    mayChange: _c,
    ...settings
  } = (await admin('GET', url)).body;
  const { status } = await admin('PUT', url, { ...settings, payerAddress: 'FULL' });
  expect(status).toBe(200);
}

const requireMatch = (address: string, postcode: string) => app.owner`
  insert into risk_controls (company_id, installation_id, three_d_secure, override_with_3ds, address_match, postcode_match,
    cv2_match, velocity_rules, version, updated_at)
  select company_id, installation_id, false, false, ${address}, ${postcode}, 'NONE', '[]', 1, now()
  from installation where installation_id = 5300001
  on conflict (company_id, installation_id) do update set address_match = ${address}, postcode_match = ${postcode}`;

describe('the address that a payment page asks for', () => {
  test('is country and postcode, without an address of the merchant', async () => {
    expect(await asked(undefined)).toBe('POSTCODE');
    expect(await asked({ countryCode: 'FR' })).toBe('POSTCODE');
    expect(await asked({ line1: '1 Quay' })).toBe('NONE');
    expect(await asked({ postcode: 'BS1' })).toBe('NONE');
    expect(await asked(undefined, { commerceType: 'MOTO' })).toBe('NONE');
  });

  test('is complete where the installation asks for it', async () => {
    await askForFullAddress();
    expect(await asked(undefined)).toBe('FULL');
    expect(await asked({ postcode: 'BS1' })).toBe('FULL');
    expect(await asked({ line1: '1 Quay' })).toBe('NONE');
    const [audited] = await app.owner<{ before: object; after: object }[]>`
      select before, after from audit_event where act = 'changeInstallation' order by seq desc limit 1`;
    expect(audited).toMatchObject({ before: { payerAddress: 'POSTCODE' }, after: { payerAddress: 'FULL' } });
  });

  test('is complete while the risk controls require that the address matches', async () => {
    await requireMatch('MATCHED', 'NONE');
    expect(await asked(undefined)).toBe('FULL');
    await app.owner`update risk_controls set address_match = 'NOT_WRONG' where installation_id = 5300001`;
    expect(await asked(undefined)).toBe('POSTCODE');
  });

  test.each([
    ['AVS111', 'FULL_MATCH', 'SUCCESS'],
    ['AVS000', 'NOT_MATCHED', 'FAILED'],
  ])('keeps the check of the postcode: %s', async (postcode, check, state) => {
    await requireMatch('NONE', 'MATCHED');
    const merchantReference = `POSTCODE-${postcode}`;
    const payer = await openWith(undefined, { merchantReference });
    const address = { postcode, countryCode: 'GB' };
    expect((await payer.submit(good, { address })).body.transactionState).toBe(state);
    const { body } = await merchant(
      'GET',
      `/acceptor/rest/transactions/5300001/byRef?merchantRef=${merchantReference}`,
    );
    expect(body[0].processing.authResponse).toMatchObject({
      avsAddressCheck: 'NOT_CHECKED',
      avsPostcodeCheck: check,
    });
  });

  test('names the postcode that the gateway refuses', async () => {
    const payer = await openWith(undefined);
    const { body } = await payer.submit(good, { address: { postcode: 'BS1/2', countryCode: 'GB' } });
    expect(body).toMatchObject({ step: 'FORM', problem: 'postcode' });
  });

  test.each([
    [{ countryCode: 'FRA' }, 'en', { country: 'FR', isCountryKnown: true }],
    [undefined, 'pt-BR', { country: 'BR', isCountryKnown: false }],
    [undefined, 'en_GB', { country: 'GB', isCountryKnown: false }],
    [undefined, 'de', { country: '', isCountryKnown: false }],
  ])('begins with the country of %j in %s', async (address, locale, country) => {
    expect((await (await openWith(address, {}, { locale })).view()).body).toMatchObject(country);
  });
});

describe('findCardCountry', () => {
  test.each([
    ['990301', 'US'],
    ['990200', 'GB'],
    ['400000', null],
  ])('finds the issuer of %s in %s', async (digits, country) => {
    const payer = await openWith(undefined);
    const { status, body } = await payer.send('POST', `${payer.page}/card-country`, { digits });
    expect([status, body]).toEqual([200, { country }]);
  });

  test.each(['9903010000005131', '99030', 'abcdef'])('takes six digits only, not %s', async (digits) => {
    const payer = await openWith(undefined);
    expect((await payer.send('POST', `${payer.page}/card-country`, { digits })).status).toBe(400);
  });

  test('requires a session', async () => {
    const unknown = payerAt(app, `/hosted/k/begin/${'z'.repeat(32)}`);
    expect((await unknown.send('POST', `${unknown.page}/card-country`, { digits: '990301' })).status).toBe(
      404,
    );
  });
});
