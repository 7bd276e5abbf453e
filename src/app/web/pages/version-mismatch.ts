import { compareReleases } from '#shared/release.ts';
import { createStore } from '#web/create-store.ts';

const isRefused = createStore(false);
const isNewerThere = createStore(false);

/** The server no longer takes requests of this page (E152): only a reload helps. */
export function showVersionMismatch(): void {
  isRefused.set(true);
}

/** What was typed can be copied first. The next request shows it again. */
export function hideVersionMismatch(): void {
  isRefused.set(false);
}

export const useVersionMismatch = isRefused.use;

/** The page works on with a newer server. During an upgrade, one of the previous release can respond in between. */
export function noteServerVersion(server: string, page: string): void {
  if (compareReleases(server, page) > 0) isNewerThere.set(true);
}

export const useIsNewerThere = isNewerThere.use;
