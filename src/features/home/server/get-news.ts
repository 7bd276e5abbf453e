import { problems } from '#shared/problem.ts';
import { handleWithoutTransaction } from '#server/handler.ts';
import { getNews as endpoint } from '../endpoints.ts';
import { builtInNews } from '../release-notes.ts';

/** The operator's feed, or what has changed in the product. No transaction waits for the feed, and none fails with it. */
export const getNews = handleWithoutTransaction(endpoint, async ({ services: { newsSource } }) => {
  if (newsSource === undefined) return { items: builtInNews() };
  const items = await newsSource.latest().catch(() => {
    throw problems.busy();
  });
  return { items: [...items] };
});
