import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

test('returns the release notes, newest first, without a feed', async () => {
  const { status, body } = await admin('GET', '/proxy/sync/news');
  expect(status).toBe(200);
  const days = body.items.map(({ pubDate }: { pubDate: string }) => pubDate);
  expect(days.length).toBeGreaterThan(2);
  expect(days).toEqual(days.toSorted().toReversed());
});

test("returns the feed's items, or 503 when the feed fails", async () => {
  const item = {
    title: 'New',
    link: 'https://news.example/1',
    pubDate: '',
    creator: '',
    description: 'Text',
  };
  app.services.newsSource = { latest: async () => [item] };
  expect((await admin('GET', '/proxy/sync/news')).body).toEqual({ items: [item] });
  app.services.newsSource = { latest: () => Promise.reject(new Error('away')) };
  expect((await admin('GET', '/proxy/sync/news')).status).toBe(503);
  expect((await admin('GET', '/proxy/sync/SCIM/Me')).status).toBe(200);
});
