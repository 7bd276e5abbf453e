import { fetchPublic } from './fetch-public.ts';
import { readRss, type NewsItem } from './read-rss.ts';

/** News from a feed. Throws when the feed is unavailable. */
export interface NewsSource {
  latest(): Promise<readonly NewsItem[]>;
}

const freshMs = 15 * 60_000;
/** After a failure the feed is not requested for this time. */
const pauseMs = 60_000;

/** An RSS feed, requested at most every quarter of an hour. After a failure the earlier items are returned. */
export function rssNewsSource(options: {
  url: string;
  /** Milliseconds. */
  now: () => number;
  onFailure: (error: unknown) => void;
  fetch?: (url: string) => Promise<string>;
}): NewsSource {
  const { url, now, onFailure, fetch = fetchPublic } = options;
  let kept: readonly NewsItem[] | undefined;
  let askAgainAt = 0;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    try {
      kept = readRss(await fetch(url));
      askAgainAt = now() + freshMs;
    } catch (error) {
      askAgainAt = now() + pauseMs;
      onFailure(error);
    } finally {
      asking = undefined;
    }
  }
  return {
    async latest() {
      if (now() >= askAgainAt) asking ??= ask();
      // Earlier items are returned at once; only the first reader waits.
      if (kept === undefined) await asking;
      if (kept === undefined) throw new Error('no news could be had');
      return kept;
    },
  };
}
