let built = Promise.resolve();

/** The programs start when this build of their pages has ended. */
export function waitForPages(build: Promise<void>): void {
  built = build;
  // It may fail before the database is ready, and is waited for later.
  build.catch(() => {});
}

/** Rejects where the build failed. */
export const pagesBuilt = (): Promise<void> => built;
