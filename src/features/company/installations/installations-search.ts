import { readPage } from '#shared/paging.ts';

export const maxInstallationText = 100;

/** The query parameters of the route `installations`. */
export interface InstallationsSearch {
  offset: number;
  pageSize: number;
  /** A part of the name or of the merchant's, or an id. */
  text?: string;
}

/** A bad page resets offset and size. Never throws. Reads back its own result. */
export function readInstallationsSearch(
  raw: Readonly<Record<string, string | undefined>>,
): InstallationsSearch {
  const text = (raw.text ?? '').trim().slice(0, maxInstallationText).trim();
  return { ...readPage(raw, 25, 10_000), text: text === '' ? undefined : text };
}
