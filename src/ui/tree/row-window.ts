/** Pixels of one line of a tree. */
export const lineHeight = 34;

/** Lines kept ready above and below those in sight, so that quick scrolling shows no gap. */
const spare = 10;

/** First line to be made and the one after the last, for a frame scrolled so far. */
export function rowWindow(scrollTop: number, frameHeight: number, rows: number) {
  const first = Math.max(0, Math.floor(scrollTop / lineHeight) - spare);
  const end = Math.min(rows, Math.ceil((scrollTop + frameHeight) / lineHeight) + spare);
  return { first: Math.min(first, Math.max(0, end - 1)), end };
}
