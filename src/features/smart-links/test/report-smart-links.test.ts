import { afterAll, beforeAll, expect, test } from 'vitest';
import { good } from '#features/hosted-sessions/test/session-fixtures.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { linkOf, createLink, payerOf } from './link-fixtures.ts';

let app: TestApp;
let admin: Send;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

const fileAt = (organisation: number, query = '', send = admin) =>
  send('GET', `/proxy/sync/sl/links/${organisation}/report${query}`);

test('sends the rows of the list, newest first, without formulas', async () => {
  const open = { money: { currency: 'GBP' } };
  const multiple = await createLink(
    merchant,
    linkOf({ usage: 'MULTIPLE' }, { ...open, merchantReference: '=1+1', description: 'a, "b"' }),
  );
  for (const amount of ['1.00', '2.50']) await (await payerOf(app, multiple)).submit(good, { amount });
  app.clock.advance(1000);
  const single = await createLink(merchant, linkOf({}, { merchantReference: 'INV-2' }));
  const file = await fileAt(1100);
  expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const [head, ...lines] = String(file.body).trimEnd().split('\r\n');
  expect(head).toMatch(/^\uFEFFlinkId,link,status,/);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain(`${single.linkId},${single.link},ACTIVATED,SINGLE,`);
  expect(lines[1]).toContain(`,'=1+1,"a, ""b""",ada@example.org,GBP,,2,3.50,`);
});

test('contains every link once, across batches', async () => {
  await app.owner`
    insert into smart_link (company_id, link_id, code, batch_id, merchant_id, installation_id, kind, link_usage, created_at,
                            created_by, expires_at, request, ccy_code)
    select 1100, gen_random_uuid(), substr(translate(gen_random_uuid()::text, '-', ''), 1, 11), gen_random_uuid(), 1111,
           5300001, 'payments', 'SINGLE', ${app.clock.now()}::timestamptz - (n / 3) * interval '1 microsecond', 'test',
           now() + interval '1 year', '{}', 'GBP'
    from generate_series(1, 1100) n`;
  const lines = String((await fileAt(1100)).body)
    .trimEnd()
    .split('\r\n')
    .slice(1);
  expect(new Set(lines.map((line) => line.slice(0, 36))).size).toBe(1102);
  expect(lines).toHaveLength(1102);
});

test('applies the filter of the list', async () => {
  const lines = String((await fileAt(1100, '?reference=inv-2')).body)
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(2);
});

test('rejects users who may not view links', async () => {
  expect((await fileAt(1100, '', await actAs(app, 'support@harbour.example'))).status).toBe(403);
  expect((await fileAt(1200)).status).toBe(403);
});
