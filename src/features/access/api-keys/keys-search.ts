import { readPage } from '#shared/paging.ts';

export const maxKeyText = 100;
const maxKeyOffset = 10_000;

/** The query parameters of the route `apiKeys`. */
export interface KeysSearch {
  offset: number;
  pageSize: number;
  /** A part of the name, or an API id. */
  text?: string;
}

/** A bad page resets offset and size. Never throws. Reads back its own result. */
export function readKeysSearch(raw: Readonly<Record<string, string | undefined>>): KeysSearch {
  const text = (raw.text ?? '').trim().slice(0, maxKeyText).trim();
  return { ...readPage(raw, 25, maxKeyOffset), text: text === '' ? undefined : text };
}
