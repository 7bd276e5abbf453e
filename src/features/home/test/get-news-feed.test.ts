import { expect, test } from 'vitest';
import { readRss } from '#integrations/news-source.ts';
import { startApp } from '#testing/start-app.ts';
import { builtInNews } from '../release-notes.ts';

test('serves the release notes as RSS 2.0 without a session', async () => {
  const app = await startApp();
  try {
    const response = await app.portal.inject({ method: 'GET', url: '/news/feed' });
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      200,
      'application/rss+xml; charset=utf-8',
    ]);
    expect(readRss(response.body)).toEqual(builtInNews());
  } finally {
    await app.stop();
  }
});
