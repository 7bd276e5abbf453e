import { expect, test } from 'vitest';
import { deliverNotifications } from '#features/outbound/notifications/server/deliver-notifications.ts';
import { type TestResponse, actAs, actAsMerchant } from '#testing/act-as.ts';
import { sandboxWalletToken } from '#integrations/processors/sandbox/sandbox-wallets.ts';
import { startApp } from '#testing/start-app.ts';
import { base, payment, reason } from './payment-fixtures.ts';

const pan = '4929000000006';
const amex = '371449635398431';
const spacedPan = '4929 0000 0000 6';
const enrolled = '9900000000005159';
const cv2 = '7391';

test('card numbers, CV2 and tokens of wallets are in no table, no log, no response and no message', async () => {
  const app = await startApp();
  const merchant = actAsMerchant(app);
  const clerk = await actAs(app, 'coffee@harbour.example');
  const responses: TestResponse[] = [];
  // Callbacks to merchants are searched too.
  const outgoing: string[] = [];
  let decision = 'PROCEED';
  app.services.webClient = {
    send: async (request) => {
      outgoing.push(JSON.stringify(request));
      const callback = request.headers?.['x-countinghouse-callback']?.split('-')[1] ?? '';
      const body = JSON.stringify({ callbackResponse: { [`${callback}Response`]: { action: decision } } });
      return { kind: 'response', status: 200, body };
    },
  };
  const decisionCallback = { url: 'https://shop.example/ask', format: 'REST_XML' };
  const send = async (sender: typeof merchant, url: string, body: unknown, headers = {}) => {
    responses.push(await sender('POST', url, body, headers));
  };
  const text = `paid with ${pan} and ${spacedPan}, cv2`;
  const canary = (card: object, transaction = {}) =>
    payment(
      { description: text, ...transaction },
      {
        card: { expiryDate: '1230', cardHolderName: text, ...card },
        billingAddress: { line1: text, postcode: pan },
      },
      {
        customer: {
          merchantRef: 'canary',
          registered: true,
          displayName: text,
          email: `${pan}@a.example`,
          telephone: pan,
        },
        financialServices: { surname: pan, accountNumber: pan },
        customFields: { fieldState: [{ name: pan, value: text }] },
        callbacks: {
          preAuthCallback: { ...decisionCallback, format: 'REST_JSON' },
          postAuthCallback: { ...decisionCallback, format: 'REST_JSON' },
          transactionNotification: decisionCallback,
        },
      },
    );
  await send(merchant, `${base}/payment`, canary({ pan: amex, cv2 }), { 'idempotency-key': 'a' });
  await send(merchant, `${base}/payment`, canary({ pan, cv2: '123' }, { amount: '5.51' }), {
    'idempotency-key': 'b',
  });
  await send(merchant, `${base}/payment`, canary({ pan: enrolled }, { amount: '30.33', do3DSecure: true }));
  await send(merchant, `${base}/payout`, canary({ pan: amex, cv2 }, { deferred: true }));
  await send(merchant, `${base}/verify`, canary({ pan: amex, cv2 }));
  await send(merchant, `${base}/payment`, canary({ pan: amex, cv2 }, { merchantRef: `ref ${pan}` }));
  await send(merchant, `${base}/payment`, canary({ pan: amex, cv2, expiryDate: '99' }));
  await send(merchant, `${base}/payment`, {
    transaction: pan,
    paymentMethod: { card: { pan: [amex], cv2 } },
  });
  const appleToken = sandboxWalletToken('APPLE-PAY');
  const googleToken = sandboxWalletToken('GOOGLE-PAY', 'mastercard');
  await send(merchant, `${base}/payment`, payment({ recurring: true }, { applePay: { token: appleToken } }), {
    'idempotency-key': 'c',
  });
  await send(merchant, `${base}/payment`, payment({ amount: '5.51' }, { googlePay: { token: googleToken } }));
  await send(merchant, `${base}/payment`, payment({}, { googlePay: { token: appleToken } }));
  await send(merchant, `${base}/payment`, `{"pan":"${amex}","cv2":"${cv2}"`, {
    'content-type': 'application/json',
  });
  await send(clerk, '/proxy/sync/ta/transactions/5300001/payment', canary({ pan: amex, cv2 }));
  decision = 'SUSPEND';
  await send(merchant, `${base}/payment`, canary({ pan: amex, cv2 }, { amount: '7.00' }));
  const suspended: string = responses.at(-1)?.body.transaction.transactionId;
  decision = 'PROCEED';
  await send(merchant, `${base}/${suspended}/resume`, {});
  decision = 'SUSPEND_REPLAY';
  await send(merchant, `${base}/payment`, canary({ pan: amex, cv2 }, { amount: '8.00' }));
  // Every step of the pipeline was reached, and every kind of refusal.
  const reachedCodes = [
    'S100',
    'D100',
    'U100',
    'S100',
    'S100',
    'V100',
    'V144',
    'V100',
    'S100',
    'D100',
    'V100',
    'V100',
    'V104',
    'U101',
    'S100',
    'U102',
  ];
  expect(responses.map(reason)).toEqual(reachedCodes);
  await deliverNotifications.run(app.services);
  expect(outgoing.length).toBeGreaterThan(6);
  await merchant('GET', `${base}/byRef?merchantRef=${amex}`);

  // The log of requests is written after the responses.
  await app.gateway.requestLog?.flush();
  const tables = await app.owner<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
  expect(tables.length).toBeGreaterThan(15);
  const dump: string[] = [];
  for (const { name } of tables) {
    const rows = await app.owner.unsafe(`select row_to_json(t)::text as row from ${name} t`);
    dump.push(...rows.map((row) => `${name} ${row.row}`));
  }
  expect(dump.some((row) => row.includes('371449*****8431'))).toBe(true);
  expect(dump.filter((row) => row.startsWith('public.api_request ')).length).toBeGreaterThanOrEqual(
    reachedCodes.length - 1,
  );
  const searchedTexts = [
    ...dump,
    ...outgoing,
    app.logged(),
    ...responses.map((response) => JSON.stringify(response)),
  ];
  const tokenParts = [Buffer.from('sandbox:visa').toString('base64'), 'sandbox:mastercard'];
  expect(tokenParts.map((part) => `${appleToken}${googleToken}`.includes(part))).toEqual([true, true]);
  for (const secret of [pan, amex, enrolled, spacedPan, `"${cv2}"`, ...tokenParts]) {
    expect(searchedTexts.filter((line) => line.includes(secret))).toEqual([]);
  }
  await app.stop();
});
