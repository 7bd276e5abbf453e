import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { openAs, sessionOf } from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

const logo = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 7]);

test('viewLogo is 404 for an installation without a logo', async () => {
  const payer = await openAs(app, merchant, sessionOf());
  expect((await payer.view()).body.logoUrl).toBeNull();
  expect((await payer.send('GET', payer.page.replace('/session/', '/logo/'))).status).toBe(404);
});

test("sends the installation's logo as an image", async () => {
  await app.owner`update installation set logo = ${logo}, logo_type = 'image/png' where installation_id = 5300001`;
  const payer = await openAs(app, merchant, sessionOf());
  const { logoUrl } = (await payer.view()).body;
  const image = await app.gateway.inject({ method: 'GET', url: logoUrl });
  expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/png']);
  expect(image.rawPayload).toEqual(logo);
});

test("uses the installation's skin for a session that names none", async () => {
  await app.owner`update installation set default_skin = '4' where installation_id = 5300001`;
  const payer = await openAs(app, merchant, sessionOf({}, { skin: undefined }));
  expect((await payer.view()).body.skin).toBe('4');
  const skins = (await merchant('GET', '/acceptor/rest/skins/5300001')).body.items;
  expect(skins.filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toMatchObject([{ id: '4' }]);
});
