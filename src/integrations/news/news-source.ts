import { fetchPublic } from './fetch-public.ts';
import { readRss, type NewsItem } from './read-rss.ts';

/** News from elsewhere. Throws when there are none to be had. */
export interface NewsSource {
  latest(): Promise<readonly NewsItem[]>;
}

const freshMs = 15 * 60_000;
/** After a failure the other side is left in peace for a while. */
const pauseMs = 60_000;

/** A feed on the web, asked every quarter of an hour at most; what was read before stands in for what fails. */
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
      // Old news are shown at once; only the first reader waits.
      if (kept === undefined) await asking;
      if (kept === undefined) throw new Error('no news could be had');
      return kept;
    },
  };
}
