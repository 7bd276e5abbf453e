import { afterAll, beforeAll, expect, test, describe } from 'vitest';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import {
  enrolled,
  openAs,
  sessionOf,
  asForm,
  formType,
  good,
  issuerResponse,
  statusOf,
} from './session-fixtures.ts';
import { closeMerchant } from '#features/payments/test/payment-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => closeMerchant(app));

describe('startChallenge', () => {
  test('posts the browser to the issuer only', async () => {
    const payer = await openAs(
      app,
      merchant,
      sessionOf({ money: { currency: 'GBP', amount: { fixed: '44.33' } } }),
    );
    const place = payer.page.replace('/session/', '/challenge/');
    const early = await payer.send('GET', place);
    expect([early.status, early.headers.location]).toEqual([303, payer.page.replace('/session/', '/begin/')]);
    await payer.submit(enrolled);
    const { status, body, headers } = await payer.send('GET', place);
    expect(status).toBe(200);
    expect(body).toMatch(/<form method="post" action="http:\/\/localhost:8081\/hosted\/sandbox-acs"/);
    expect(body).toMatch(/<input type="hidden" name="creq" value="[\w-]+">/);
    expect(headers['content-security-policy']).toContain('form-action http://localhost:8081;');
  });
});

describe('finishChallenge', () => {
  const dear = () => sessionOf({ money: { currency: 'GBP', amount: { fixed: '44.33' } } });

  test.each([
    ['Test_5132', enrolled, 'SUCCESS', null],
    ['Test_5133', { ...enrolled, pan: '9901000000005133' }, 'SUCCESS', null],
    ['give-up', enrolled, 'FAILED', 'authentication'],
  ])('%s: the payment ends with the issuer’s result', async (password, card, state, problem) => {
    const payer = await openAs(app, merchant, dear());
    const { transactionId } = (await payer.submit(card)).body;
    const response = asForm(await issuerResponse(app, merchant, transactionId, password));
    const place = payer.page.replace('/session/', '/authenticated/');
    const back = await payer.send('POST', place, response, formType);
    expect([back.status, back.headers.location]).toEqual([303, payer.page.replace('/session/', '/begin/')]);
    expect((await payer.view()).body).toMatchObject({ transactionState: state, problem });
    // A repeated request changes nothing.
    expect((await payer.send('POST', place, response, formType)).status).toBe(303);
    expect((await payer.view()).body).toMatchObject({ transactionState: state });
  });

  test('stays pending after an invalid response', async () => {
    const payer = await openAs(app, merchant, dear());
    const { transactionId } = (await payer.submit(enrolled)).body;
    const place = payer.page.replace('/session/', '/authenticated/');
    for (const body of ['', 'cres=rubbish', 'PaRes=e30']) await payer.send('POST', place, body, formType);
    expect(await statusOf(merchant, payer)).toEqual(['STARTED', 'PENDING']);
    await payer.send(
      'POST',
      place,
      asForm(await issuerResponse(app, merchant, transactionId, 'give-up')),
      formType,
    );
    expect((await payer.view()).body.step).toBe('FORM');
    expect((await payer.submit(good)).body).toMatchObject({ transactionState: 'SUCCESS' });
  });
});
