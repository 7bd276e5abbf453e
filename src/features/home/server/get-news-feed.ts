import { handlePublic, Reply } from '#server/handler.ts';
import { getNewsFeed as endpoint } from '../endpoints.ts';
import { builtInNews } from '../release-notes.ts';

/** What has changed in the product, for feed readers; an outside feed is never passed on. */
export const getNewsFeed = handlePublic(endpoint, async ({ services: { config } }) => {
  const items = builtInNews().map(({ title, pubDate, creator, description }) => {
    const parts = [
      element('title', title),
      element('pubDate', new Date(pubDate).toUTCString()),
      element('dc:creator', creator),
      element('description', description),
      `<guid isPermaLink="false">${escaped(`${pubDate} ${title}`)}</guid>`,
    ];
    return `<item>${parts.join('')}</item>`;
  });
  const channel = [
    element('title', 'Countinghouse'),
    element('link', config.portalUrl),
    element('description', 'What has changed in the portal'),
    ...items,
  ];
  const feed = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${channel.join('\n')}</channel></rss>
`;
  return new Reply(200, feed, { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
});

const element = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
