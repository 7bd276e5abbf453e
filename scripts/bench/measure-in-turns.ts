import { type Figure, median, quantile } from './statistics.ts';

export interface Sample {
  ms: number;
  /** What the server returned, for comparison. */
  result: number | string;
}

type Client = (value: string) => Promise<Sample>;

interface Measured {
  name: string;
  /** What the clients are asked, in turn. */
  values: readonly string[];
  rounds: number;
  turns: number;
}

export async function timed(ask: () => Promise<Sample['result']>): Promise<Sample> {
  const start = performance.now();
  const result = await ask();
  return { ms: performance.now() - start, result };
}

/**
 * The p50 and p95 of each client beside those of the client `plainly`, by what its name adds to the figure's. Throws when
 * their results differ.
 */
export async function measureInTurns(
  { name, values, rounds, turns }: Measured,
  clients: Readonly<Record<string, Client>> & { plainly: Client },
): Promise<Figure[]> {
  const entries = Object.entries(clients);
  let nextIndex = 0;
  const nextValue = () => values[nextIndex++ % values.length] ?? '';
  // Not measured: the first calls compile and load.
  for (let warm = 0; warm < turns / 3; warm += 1) for (const [, ask] of entries) await ask(nextValue());
  const perRound: Map<string, number[]>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const times = new Map<string, number[]>(entries.map(([client]) => [client, []]));
    for (let turn = 0; turn < turns; turn += 1) {
      const value = nextValue();
      const results = new Set<Sample['result']>();
      // Rotates the order, because the first client loads the pages from disk for the others.
      const first = turn % entries.length;
      for (const [client, ask] of [...entries.slice(first), ...entries.slice(0, first)]) {
        const { ms, result } = await ask(value);
        times.get(client)?.push(ms);
        results.add(result);
      }
      if (results.size > 1) throw new Error(`${name}: found ${[...results].join(', ')}`);
    }
    perRound.push(times);
  }
  const measured = Object.keys(clients).filter((client) => client !== 'plainly');
  return measured.flatMap((client) =>
    [0.5, 0.95].map((part): Figure => {
      const quantileOf = (of: string) => perRound.map((times) => quantile(times.get(of) ?? [], part));
      const [ours, floor] = [quantileOf(client), quantileOf('plainly')];
      return {
        name: `${name}${client === '' ? '' : `, ${client}`} p${part * 100}`,
        unit: 'ms',
        ours: median(ours),
        floor: median(floor),
        ratio: median(ours.map((ms, round) => ms / (floor[round] ?? Number.NaN))),
      };
    }),
  );
}
