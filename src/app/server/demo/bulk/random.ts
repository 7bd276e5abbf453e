/** A random sequence that is the same for the same seed on every machine. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** An index below `size` with a strong preference for small ones: few regulars, many one-time customers. */
  skewed(size: number): number;
}

/** sfc32: small, fast, passes the usual test batteries; not for secrets. */
export function seededRandom(seed: number): Random {
  let [a, b, c, counter] = [seed | 0, 0x9e3779b9, 0x243f6a88, 1];
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let warmUp = 0; warmUp < 12; warmUp += 1) next();
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const chosen = list[between(0, list.length - 1)];
      if (chosen === undefined) throw new Error('nothing to pick from');
      return chosen;
    },
    skewed: (size) => Math.floor(size * next() ** 3),
  };
}
