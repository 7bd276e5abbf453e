interface Item {
  name: string;
  level: 'REQUIRED' | 'ONE_OR_MORE' | 'OPTIONAL';
}

/** Names of items that the processor requires and the response does not have. Any one of ONE_OR_MORE is enough. */
export function findMissing<T extends Item>(items: readonly T[], has: (item: T) => boolean): string[] {
  const required = items.filter((item) => item.level === 'REQUIRED' && !has(item));
  const group = items.filter(({ level }) => level === 'ONE_OR_MORE');
  return [...required, ...(group.some(has) ? [] : group)].map(({ name }) => name);
}
