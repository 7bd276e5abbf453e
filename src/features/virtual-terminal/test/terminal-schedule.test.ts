import { afterAll, beforeAll, expect, test } from 'vitest';
import { declined, good, payerAt } from '#features/hosted-sessions/test/session-fixtures.ts';
import { withEnabled } from '#features/schedules/form/schedule-form.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { buildSessionBody } from '../session-body.ts';
import { type TerminalForm, emptyTerminalForm } from '../terminal-form.ts';
import { configurationOf } from './configuration.ts';

let app: TestApp;
let operator: Send;
beforeAll(async () => {
  app = await startApp();
  operator = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const monthly = { ...withEnabled(true), ending: 'episodeLimit', episodeLimit: '3' } as const;

async function open(installation: number, part: Partial<TerminalForm>) {
  const form = { ...emptyTerminalForm, currency: 'GBP', amount: '20.00', schedule: monthly, ...part };
  const returnUrl = `${app.services.config.portalUrl}/virtual-terminal/transaction-redirect`;
  const body = buildSessionBody(form, configurationOf(), { returnUrl, skin: '1', locale: 'en' });
  return operator('POST', `/proxy/sync/hf/sessions/${installation}/payments`, body);
}

test('activates a schedule after its session’s payment', async () => {
  const opened = await open(5300001, { continuousAuthority: 'recurring' });
  const payer = payerAt(app, opened.body.redirectUrl);
  const live = () => app.owner`
    select status, sequence from schedule where installation_id = 5300001 and status <> 'PLANNED'`;
  await payer.submit(declined);
  expect(await live()).toEqual([]);
  expect((await payer.submit(good)).body.transactionState).toBe('SUCCESS');
  expect(await live()).toEqual([{ status: 'ACTIVE', sequence: 'RECURRING' }]);
});

test('rejects an unsupported sequence before the page opens', async () => {
  const refused = await open(5300002, { continuousAuthority: 'instalment' });
  expect([refused.status, refused.body]).toMatchObject([400, { status: 'FAILED', reasonCode: 'V104' }]);
});
