import type { Services } from '#server/services.ts';
import { escapeXml } from '#shared/text/escape.ts';
import { problems } from '#shared/problem.ts';
import { handleWithoutTransaction, handlePublic, Reply } from '#server/handler.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { builtInNews } from '../release-notes.ts';

/** The configured feed, or the release notes. Runs without a transaction, because the feed may be slow. */
export const getNews = handleWithoutTransaction<typeof endpoints.getNews, Services>(
  endpoints.getNews,
  schemas.getNews,
  async ({ services: { newsSource } }) => {
    if (newsSource === undefined) return { items: builtInNews() };
    const items = await newsSource.latest().catch(() => {
      throw problems.busy();
    });
    return { items: [...items] };
  },
);

/** The release notes for feed readers. The configured feed is never forwarded. */
export const getNewsFeed = handlePublic(
  endpoints.getNewsFeed,
  schemas.getNewsFeed,
  async ({ services: { config } }) => {
    const items = builtInNews().map(({ title, pubDate, creator, description }) => {
      const parts = [
        renderElement('title', title),
        renderElement('pubDate', new Date(pubDate).toUTCString()),
        renderElement('dc:creator', creator),
        renderElement('description', description),
        `<guid isPermaLink="false">${escapeXml(`${pubDate} ${title}`)}</guid>`,
      ];
      return `<item>${parts.join('')}</item>`;
    });
    const channel = [
      renderElement('title', 'Countinghouse'),
      renderElement('link', config.portalUrl),
      renderElement('description', 'What has changed in the portal'),
      ...items,
    ];
    const feed = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${channel.join('\n')}</channel></rss>
`;
    return new Reply(200, feed, { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
  },
);

const renderElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

// Longer handlers are in separate files.
export { getActivity } from './get-activity.ts';
export { getBreakdown } from './get-breakdown.ts';
export { listActivity } from './list-activity.ts';
export { listDeclines } from './list-declines.ts';
export { listExpiring } from './list-expiring.ts';
export { listNeeds } from './list-needs.ts';
