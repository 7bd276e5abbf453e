export const pageSizes = [25, 50, 100] as const;

/** The highest offset of the contracts. */
export const maxOffset = 99_999_900;

/** A page size of the list, and an offset that is a multiple of it (docs/domain.md#screens-and-addresses). */
function isPage(offset: number, pageSize: number): boolean {
  return (
    (pageSizes as readonly number[]).includes(pageSize) &&
    Number.isSafeInteger(offset) &&
    offset >= 0 &&
    offset % pageSize === 0
  );
}

/** The page of an address, or the first when invalid or beyond `maxOffset`. */
export function readPage(
  raw: Readonly<Record<string, string | undefined>>,
  firstSize: number = 25,
  maxOffset: number = Infinity,
): { offset: number; pageSize: number } {
  const offset = parseWholeNumber(raw.offset, 0);
  const pageSize = parseWholeNumber(raw.pageSize, firstSize);
  const isGood = isPage(offset, pageSize) && offset <= maxOffset;
  return isGood ? { offset, pageSize } : { offset: 0, pageSize: firstSize };
}

/** -1, an invalid offset, for anything but a whole number. */
function parseWholeNumber(text: string | undefined, missing: number): number {
  if (text === undefined) return missing;
  return /^\d{1,9}$/.test(text) ? Number(text) : -1;
}
