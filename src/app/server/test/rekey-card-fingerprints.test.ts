import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashCard } from '#features/payments/payments/server/db/card-identities.ts';
import { keyedHash } from '#server/keys.ts';
import { actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { testKeys } from '#testing/template-contents.ts';
import { rekeyCardFingerprints } from '../prepare-database.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const pan = '9902000000000018';
const firstLink = (companyId: number) => hashCard(pan, { companyId, keys: testKeys }).links[0];

test('gives one card another hash in another company', () => {
  expect(firstLink(1100)).not.toBe(firstLink(1200));
  expect(firstLink(1100)).toMatch(/^[A-Za-z0-9+/]{27}=$/);
});

test('rekeys fingerprints of an older version once', async () => {
  const paid = await actAsMerchant(app)('POST', '/acceptor/rest/transactions/5300001/payment', {
    transaction: { currency: 'GBP', amount: '12.50', merchantRef: 'REKEY', commerceType: 'ECOM' },
    paymentMethod: { card: { pan, expiryDate: '1229', cv2: '123' } },
    customer: { merchantRef: 'rekey', registered: true, displayName: 'Re Key' },
  });
  expect(paid.status).toBe(201);
  const before = keyedHash(testKeys.fingerprint.of(1), pan).subarray(0, 20).toString('base64');
  await app.owner`update txn set card_correlation_id = ${before}`;
  await app.owner`update card_token set fingerprint = ${before}`;
  await app.owner`update known_card set fingerprint = ${before}`;
  // Of before the table.
  await app.owner`delete from card_identity`;
  await rekeyCardFingerprints(app.owner, testKeys);
  await rekeyCardFingerprints(app.owner, testKeys);
  const rows = await app.owner<{ fingerprint: string }[]>`
    select card_correlation_id as fingerprint from txn union all select fingerprint from card_token
    union all select fingerprint from known_card`;
  expect(rows.length).toBeGreaterThanOrEqual(3);
  expect(new Set(rows.map((row) => row.fingerprint))).toEqual(new Set([firstLink(1100)]));
});
