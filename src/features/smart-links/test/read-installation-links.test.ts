import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { good } from '#features/hosted-sessions/test/session-fixtures.ts';
import { reason } from '#features/payments/test/payment-fixtures.ts';
import { formatCursor } from '#server/http/list-cursor.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { clientOf, collect } from '#testing/client-of.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { createLink, linkOf, payerOf } from './link-fixtures.ts';

let app: TestApp;
let merchant: Send;
let meridian: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  meridian = actAsMerchant(app, 'meridian-api');
});
afterAll(() => app.stop());

interface Page {
  items: { linkId: string; status: string }[];
  nextCursor: string | null;
}

const base = '/smartlink/links';

async function page(query: string, installation = 5_300_001): Promise<Page> {
  const { status, body } = await merchant('GET', `${base}/${installation}${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const batch = async (size: number): Promise<string[]> => {
  const { status, body } = await merchant('POST', `${base}/5300001/batch`, { ...linkOf(), batchSize: size });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.smartLinkResponseDetail.links.map(({ linkId }: { linkId: string }) => linkId);
};

describe('listInstallationLinks', () => {
  test('pages through 250 links while others are created', async () => {
    // The links of a batch share their time of creation.
    const made: string[] = [];
    for (const size of [100, 100, 50]) made.push(...(await batch(size)));
    await app.owner`
      update smart_link set created_at = created_at + (hashtext(link_id::text) % 50) * interval '1 microsecond'`;
    const seen: string[] = [];
    const sizes: number[] = [];
    let cursor: string | null = null;
    do {
      const next: Page = await page(`?limit=100${cursor === null ? '' : `&cursor=${cursor}`}`);
      seen.push(...next.items.map(({ linkId }) => linkId));
      sizes.push(next.items.length);
      cursor = next.nextCursor;
      app.clock.advance(1000);
      await batch(3);
    } while (cursor !== null);
    expect(sizes).toEqual([100, 100, 50]);
    expect(new Set(seen)).toEqual(new Set(made));
    expect((await page('')).items).toHaveLength(25);
  });

  test('filters by status and reference', async () => {
    const { linkId } = await createLink(merchant, linkOf({}, { merchantReference: 'FIND/1' }));
    await merchant('POST', `${base}/${linkId}/cancel`, {});
    expect(await page('?status=CANCELLED')).toMatchObject({
      items: [{ linkId, status: 'CANCELLED', installationId: 5300001 }],
      nextCursor: null,
    });
    expect((await page('?reference=find/1')).items).toMatchObject([{ linkId }]);
    expect(await page('?status=USED')).toEqual({ items: [], nextCursor: null });
  });

  test('has the links of its installation only', async () => {
    const { linkId } = await createLink(merchant, linkOf(), 5_300_002);
    const { links } = clientOf(app).forInstallation(5_300_002);
    expect((await collect(links.listAll())).map((one) => one.linkId)).toEqual([linkId]);
    expect(await page('', 5_300_003)).toEqual({ items: [], nextCursor: null });
  });

  test('rejects an installation of another company (V103)', async () => {
    const response = await meridian('GET', `${base}/5300001`);
    expect([response.status, reason(response)]).toEqual([403, 'V103']);
  });

  test.each([
    ['limit=101', 'limit'],
    ['cursor=abc', 'cursor'],
    [`cursor=${formatCursor({ at: '2026-02-20T10:00:00.000000Z', id: 'not-a-link' })}`, 'cursor'],
    ['status=PAID', 'status'],
    ['createdFrom=0000-01-01T00:00:00Z', 'createdFrom'],
  ])('rejects ?%s', async (query, field) => {
    const response = await merchant('GET', `${base}/5300001?${query}`);
    expect([response.status, reason(response), response.body.field]).toEqual([400, 'V100', field]);
  });
});

describe('readSmartLink', () => {
  test('shows the status and the payment', async () => {
    const link = await createLink(merchant);
    const read = () => merchant('GET', `${base}/5300001/${link.linkId}`);
    expect((await read()).body).toMatchObject({
      linkId: link.linkId,
      link: link.link,
      status: 'ACTIVATED',
      amount: '25.00',
      paid: null,
    });
    await (await payerOf(app, link)).submit(good);
    expect((await read()).body).toMatchObject({ status: 'USED', paid: { count: 1, amount: '25.00' } });
  });

  test('reports another installation like an unknown link (A400)', async () => {
    const { linkId } = await createLink(merchant);
    const responses = [
      await merchant('GET', `${base}/5300001/6b1b36cb-2222-4000-8000-000000000000`),
      await merchant('GET', `${base}/5300001/not-a-link`),
      await merchant('GET', `${base}/5300002/${linkId}`),
      await meridian('GET', `${base}/5300006/${linkId}`),
    ];
    for (const { status, body } of responses)
      expect([status, body]).toEqual([
        404,
        { status: 'FAILED', reasonCode: 'A400', reasonMessage: 'No such smart link' },
      ]);
    expect((await meridian('GET', `${base}/5300001/${linkId}`)).status).toBe(403);
  });
});
