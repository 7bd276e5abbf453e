interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** Every item of a list, page after page. A page is loaded when its first item is needed. */
export async function* eachItem<Item, Query extends { cursor?: string }>(
  load: (query: Query) => Promise<Page<Item>>,
  query: Query,
): AsyncGenerator<Item, void, void> {
  let next: string | null | undefined = query.cursor;
  do {
    const page: Page<Item> = await load(next === undefined ? query : { ...query, cursor: next });
    yield* page.items;
    next = page.nextCursor;
  } while (next !== null);
}
