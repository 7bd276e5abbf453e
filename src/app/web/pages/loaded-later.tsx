import { type ComponentType, use } from 'react';

/** A part of the page whose code could not be fetched. */
export class PartMissing extends Error {
  /** Whether another attempt has loaded the code. */
  readonly fetchAgain: () => Promise<boolean>;

  constructor(cause: unknown, fetchAgain: () => Promise<boolean>) {
    super('a part of the page could not be fetched', { cause });
    this.name = 'PartMissing';
    this.fetchAgain = fetchAgain;
  }
}

/**
 * A screen whose code comes when its route is opened. Where it cannot be had the screen throws PartMissing; the router's
 * own loader reloads the page instead, which without a network leaves nothing.
 */
export function loadedLater(load: () => Promise<ComponentType>) {
  let loading: Promise<boolean> | undefined;
  let Part: ComponentType | undefined;
  let failure: PartMissing | undefined;
  function fetchPart(): Promise<boolean> {
    loading ??= load().then(
      (loaded) => {
        Part = loaded;
        failure = undefined;
        return true;
      },
      (error: unknown) => {
        loading = undefined;
        failure = new PartMissing(error, fetchPart);
        return false;
      },
    );
    return loading;
  }
  function LoadedLater() {
    if (failure !== undefined) throw failure;
    if (Part === undefined) use(fetchPart());
    return Part === undefined ? null : <Part />;
  }
  return Object.assign(LoadedLater, { preload: async () => void (await fetchPart()) });
}
