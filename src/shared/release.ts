/** Compares two releases by their numbers: negative when `a` is earlier. A part behind a hyphen is ignored. */
export function compareReleases(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (let at = 0; at < 3; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const numbersOf = (release: string): number[] => (release.split('-')[0] ?? '').split('.').map(Number);

/** The later one of those that are known. */
export const latestRelease = (releases: readonly (string | null | undefined)[]): string | undefined =>
  releases
    .filter((release): release is string => typeof release === 'string')
    .toSorted(compareReleases)
    .at(-1);
