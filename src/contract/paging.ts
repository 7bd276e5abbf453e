export const pageSizes = [25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

/** A page size of the list, and an offset that is a multiple of it (spec 1 §5). */
export function isPage(offset: number, pageSize: number): boolean {
  return (
    (pageSizes as readonly number[]).includes(pageSize) &&
    Number.isSafeInteger(offset) &&
    offset >= 0 &&
    offset % pageSize === 0
  );
}
