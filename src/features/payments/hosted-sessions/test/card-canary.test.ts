import { expect, test } from 'vitest';
import { createGateway } from '#app/server/processes/gateway-server.ts';
import { createMetrics } from '#server/metrics.ts';
import { actAsMerchant } from '#testing/act-as.ts';
import { onlyProcessor } from '#integrations/processors/processors.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { asForm, formType, issuerResponse, openAs, sessionOf } from './session-fixtures.ts';

const pan = '4929000000006';
const enrolled = '9902000000005132';
const cv2 = '7391';

async function readRows(app: TestApp): Promise<string[]> {
  const tables = await app.owner<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
  const dump: string[] = [];
  for (const { name } of tables) {
    const rows = await app.owner.unsafe(`select row_to_json(t)::text as row from ${name} t`);
    dump.push(...rows.map((row) => `${name} ${row.row}`));
  }
  return dump;
}

test('stores and logs no card data entered on the page', async () => {
  const app = await startApp();
  const metrics = createMetrics();
  const gateway = await createGateway(app.services, metrics);
  const measured = { ...app, gateway };
  const merchant = actAsMerchant(measured);
  const card = { pan, expiryDate: '1230', cv2: '123', cardHolderName: `Ada ${pan}` };
  const responses: unknown[] = [];
  const recordResponse = async (response: Promise<unknown>) => responses.push(await response);
  const expensive = sessionOf({ money: { currency: 'GBP', amount: { fixed: '44.33' } } });

  const paying = await openAs(measured, merchant, sessionOf({ description: `for ${pan}` }));
  await recordResponse(paying.submit(card));
  await recordResponse(paying.submit({ ...card, cv2 }));
  const refused = await openAs(
    measured,
    merchant,
    sessionOf({ money: { currency: 'GBP', amount: {} } }, {}, { customer: undefined }),
  );
  await recordResponse(
    refused.submit(
      { ...card, cv2 },
      { amount: pan, address: { line1: pan, postcode: pan, countryCode: 'QQ' } },
    ),
  );
  await recordResponse(refused.submit({ ...card, pan: [pan], cv2 }));
  await recordResponse(
    refused.send('POST', `${refused.page}/submit`, `{"card":{"pan":"${pan}","cv2":"${cv2}"`, {
      'content-type': 'application/json',
    }),
  );
  await recordResponse(refused.send('GET', `${refused.page}?pan=${pan}`));
  // An internal error while the card is in memory.
  const failing = await createGateway(
    {
      ...app.services,
      processors: onlyProcessor({
        ...app.sandbox,
        threeDSecure: {
          begin: () => Promise.reject(new Error('down')),
          continue: async () => ({ kind: 'invalid' }),
          complete: async () => ({ kind: 'invalid' }),
        },
      }),
    },
    metrics,
  );
  const broken = await openAs({ ...app, gateway: failing }, merchant, expensive);
  await recordResponse(broken.submit(card));
  const suspended = await openAs(measured, merchant, expensive);
  const { transactionId } = (await suspended.submit({ ...card, pan: enrolled, cv2: '456' })).body;
  await gateway.close();

  // A new process continues without the old one's memory.
  const restarted = await startApp({ databaseUrl: app.databaseUrl });
  const restartedApp = { ...restarted, gateway: restarted.gateway };
  const back = asForm(await issuerResponse(app, actAsMerchant(restartedApp), transactionId, 'Test_5132'));
  const pageUrl = suspended.page.replace('/session/', '/authenticated/');
  const response = await restartedApp.gateway.inject({
    method: 'POST',
    url: pageUrl,
    payload: back,
    headers: formType,
  });
  expect(response.statusCode).toBe(303);
  const view = await restartedApp.gateway.inject({ method: 'GET', url: suspended.page });
  expect(view.json()).toMatchObject({ transactionState: 'SUCCESS', maskedCard: '990200******5132' });

  expect(responses.map((response) => (response as { status: number }).status)).toEqual([
    200, 200, 200, 400, 400, 200, 500,
  ]);
  const rows = await readRows(app);
  expect(rows.some((row) => row.includes('492900***0006'))).toBe(true);
  const everything = [
    ...rows,
    app.logged(),
    restarted.logged(),
    await metrics.registry.metrics(),
    ...responses.map((response) => JSON.stringify(response)),
  ];
  expect(everything.join('\n')).toContain('submitSession');
  for (const secret of [pan, enrolled, `"${cv2}"`, '"456"']) {
    expect(everything.filter((line) => line.includes(secret))).toEqual([]);
  }
  await failing.close();
  await restarted.stop();
  await app.stop();
});
