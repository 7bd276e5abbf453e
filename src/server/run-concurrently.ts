/** Runs `run` for every item that `next` returns, at most `limit` at the same time, until `next` returns undefined. */
export async function runConcurrently<Item>(
  limit: number,
  next: () => Item | undefined | Promise<Item | undefined>,
  run: (item: Item) => Promise<unknown>,
): Promise<void> {
  const worker = async (): Promise<void> => {
    for (let item = await next(); item !== undefined; item = await next()) await run(item);
  };
  await Promise.all(Array.from({ length: limit }, worker));
}
