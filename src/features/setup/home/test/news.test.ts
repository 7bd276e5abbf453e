import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRss } from '#integrations/news-source.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { builtInNews } from '../release-notes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('getNewsFeed', () => {
  test('serves the release notes as RSS 2.0 without a session', async () => {
    const response = await app.portal.inject({ method: 'GET', url: '/news/feed' });
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      200,
      'application/rss+xml; charset=utf-8',
    ]);
    expect(readRss(response.body)).toEqual(builtInNews());
  });
});

describe('getNews', () => {
  let admin: Send;
  beforeAll(async () => {
    admin = await actAs(app, 'admin@harbour.example');
  });

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
});
