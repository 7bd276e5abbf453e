export const pageSizes = [25, 50, 100] as const;

/** The contracts count rows up to here. */
export const mostOffset = 99_999_900;

/** A page size of the list, and an offset that is a multiple of it (spec 1 §5). */
export function isPage(offset: number, pageSize: number): boolean {
  return (
    (pageSizes as readonly number[]).includes(pageSize) &&
    Number.isSafeInteger(offset) &&
    offset >= 0 &&
    offset % pageSize === 0
  );
}

/** The page that an address names, or the first where it names none that is one, or one beyond `mostOffset`. */
export function readPage(
  raw: Readonly<Record<string, string | undefined>>,
  firstSize: number = 25,
  mostOffset: number = Infinity,
): { offset: number; pageSize: number } {
  const offset = wholeNumber(raw.offset, 0);
  const pageSize = wholeNumber(raw.pageSize, firstSize);
  const isGood = isPage(offset, pageSize) && offset <= mostOffset;
  return isGood ? { offset, pageSize } : { offset: 0, pageSize: firstSize };
}

/** -1, which is no place, for what is no whole number. */
function wholeNumber(text: string | undefined, missing: number): number {
  if (text === undefined) return missing;
  return /^\d{1,9}$/.test(text) ? Number(text) : -1;
}
