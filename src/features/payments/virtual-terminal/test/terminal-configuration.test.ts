import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { grantTerminal } from './grant-terminal.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await grantTerminal(app, 'coffee@harbour.example', 1111);
});
afterAll(() => app.stop());

describe('getTerminalConfiguration', () => {
  let operator: Send;
  beforeAll(async () => {
    operator = await actAs(app, 'coffee@harbour.example');
  });

  const configurationPath = (id: number) => `/proxy/sync/cm/installation/${id}/virtualterminal`;

  test('returns the terminal options of an installation', async () => {
    const { status, body } = await operator('GET', configurationPath(5300002));
    expect([status, body]).toMatchObject([
      200,
      {
        installation: {
          id: 5300002,
          name: 'Harbour Coffee phone',
          merchantName: 'Harbour Coffee',
          installationDetails: { sendEmailReceipts: true },
        },
        mcc: '5812',
        currencies: ['GBP'],
        supportsRecurring: true,
        supportsInstalments: false,
      },
    ]);
    expect(body.features).toContain('QUEUE');
  });

  test('returns other options for another installation', async () => {
    const admin = await actAs(app, 'admin@harbour.example');
    expect((await admin('GET', configurationPath(5300005))).body).toMatchObject({
      mcc: '6012',
      installation: { installationDetails: { sendEmailReceipts: false } },
    });
    expect((await admin('GET', configurationPath(5300004))).body).toMatchObject({
      supportsRecurring: false,
      supportsInstalments: false,
    });
  });

  test('rejects foreign and unknown installations', async () => {
    expect((await operator('GET', configurationPath(5300003))).status).toBe(403);
    expect((await operator('GET', configurationPath(5300099))).status).toBe(403);
  });
});

describe('listTerminalInstallations', () => {
  let admin: Send;
  beforeAll(async () => {
    admin = await actAs(app, 'admin@harbour.example');
  });

  const listUrl = (orgId: number) => `/proxy/sync/cm/installation/list/${orgId}/virtualterminal`;

  test('lists the installations below an organisation, by merchant and name', async () => {
    const { status, body } = await admin('GET', listUrl(1110));
    expect([status, body]).toEqual([
      200,
      [
        { id: 5300003, name: 'Harbour Books', merchantName: 'Harbour Books' },
        { id: 5300002, name: 'Harbour Coffee phone', merchantName: 'Harbour Coffee' },
        { id: 5300001, name: 'Harbour Coffee web', merchantName: 'Harbour Coffee' },
      ],
    ]);
  });

  test('lists only installations where the caller has the permission', async () => {
    const support = await actAs(app, 'support@harbour.example');
    expect((await support('GET', listUrl(1100))).status).toBe(403);
    await grantTerminal(app, 'support@harbour.example', 1112);
    const granted = await actAs(app, 'support@harbour.example');
    expect((await granted('GET', listUrl(1100))).body).toEqual([
      { id: 5300003, name: 'Harbour Books', merchantName: 'Harbour Books' },
    ]);
  });

  test('lists only the merchant’s own installations', async () => {
    const coffee = await actAs(app, 'coffee@harbour.example');
    const { body } = await coffee('GET', listUrl(1111));
    expect((body as { id: number }[]).map(({ id }) => id)).toEqual([5300002, 5300001]);
    expect((await coffee('GET', listUrl(1112))).status).toBe(403);
    expect((await coffee('GET', listUrl(1211))).status).toBe(403);
  });

  test('lists those of the chosen organisation to a domain user', async () => {
    const domain = await actAs(app, 'domain@demo.example');
    const { body } = await domain('GET', listUrl(1200));
    expect(body).toEqual([{ id: 5300006, name: 'Meridian Tours', merchantName: 'Meridian Tours' }]);
  });
});

describe('isQueueEnabled', () => {
  const queuePath = (orgId: number) => `/proxy/sync/cm/queueCaseConfig/${orgId}/enabled`;

  test('is on if the organisation or an ancestor has the feature', async () => {
    const harbour = await actAs(app, 'admin@harbour.example');
    expect(await harbour('GET', queuePath(1111))).toMatchObject({ status: 200, body: { enabled: true } });
    const meridian = await actAs(app, 'admin@meridian.example');
    expect(await meridian('GET', queuePath(1211))).toMatchObject({ status: 200, body: { enabled: false } });
    expect((await meridian('GET', queuePath(1111))).status).toBe(403);
  });
});

describe('the page that the payment page returns to', () => {
  async function readPolicy(url: string): Promise<string> {
    const response = await app.portal.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
    return String(response.headers['content-security-policy']);
  }
  const framedBy = async (url: string) => /frame-ancestors ([^;]+)/.exec(await readPolicy(url))?.[1];

  test.each([
    '/virtual-terminal/transaction-redirect',
    '/virtual-terminal/transaction-redirect/',
    '/virtual-terminal/transaction-redirect?sessionId=x&isGuestPayment=true',
  ])('%s may be embedded by the portal', async (url) => {
    expect(await framedBy(url)).toBe("'self'");
  });

  test.each([
    '/virtual-terminal',
    '/virtual-terminal/transaction-redirect/x',
    '/virtual-terminal/transaction-redirects',
    '/x?y=/virtual-terminal/transaction-redirect',
    '/login',
    '/proxy/virtual-terminal/transaction-redirect',
  ])('%s may not be embedded', async (url) => {
    expect(await framedBy(url)).toBe("'none'");
  });

  test('allows frames of the gateway and of our own pages only', async () => {
    const policy = await readPolicy('/virtual-terminal');
    const { origin } = new URL(app.services.config.checkoutUrl);
    expect(/frame-src ([^;]+)/.exec(policy)?.[1]).toBe(`'self' ${origin}`);
  });
});
