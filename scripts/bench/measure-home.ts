import { buildPeriod, daysOfPeriod } from '#features/setup/home/home-period.ts';
import type { BenchEnv } from './bench-env.ts';
import { get, post } from './http-client.ts';
import { signIn } from './measure-searches.ts';
import { type Figure, quantile } from './statistics.ts';

/** The limit for what home shows first, in ms. */
const limitMs = 300;
const scopes = [
  { of: '1 merchant', orgId: 20_001, orgIds: [20_001] },
  { of: 'a company', orgId: 2000, orgIds: [2000] },
  { of: 'all companies', orgId: 1000, orgIds: [] },
];

/**
 * 95th percentiles of what home asks at once, as the browser does: the needs and the activity of a period. The newest seeded day is
 * "today", since every merchant has transactions in it.
 */
export async function* measureHome(env: BenchEnv, rounds: number): AsyncGenerator<Figure> {
  const headers = await signIn(env.portal);
  const [newest] = await env.owner<{ at: Date }[]>`select max(txn_datetime) as at from txn`;
  const now = newest?.at ?? new Date();
  const today = now.toISOString().slice(0, 10);
  const periods = Object.entries({
    '1 d': 'TODAY',
    '7 d': 'WITHIN_1_WEEK',
    '30 d': 'WITHIN_1_MONTH',
    '90 d': 'WITHIN_90_DAYS',
  });
  for (const { of, orgId, orgIds } of scopes)
    for (const [name, preset] of periods) {
      const at = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();
      const days = new URLSearchParams({ from: at(-7), until: at(0), linksUntil: at(7) });
      const { starts, before } = buildPeriod(daysOfPeriod(preset, today), { now, timeZone: 'Europe/London' });
      const ask = async () => {
        const responses = await Promise.all([
          get(`${env.portal}/proxy/sync/home/needs/${orgId}?${days}`, headers),
          post(`${env.portal}/proxy/async/tqs/activity`, { orgIds, starts, before }, headers),
        ]);
        for (const { status, text } of responses)
          if (status !== 200) throw new Error(`home: ${status} ${text.slice(0, 300)}`);
      };
      const times: number[] = [];
      for (let index = 0; index < rounds * 8 + 2; index += 1) {
        const start = performance.now();
        await ask();
        // The first turns load the pages from disk.
        if (index >= 2) times.push(performance.now() - start);
      }
      const p95 = quantile(times, 0.95);
      yield { name: `home ${name}, ${of} p95`, unit: 'ms', ours: p95, floor: limitMs, ratio: p95 / limitMs };
    }
}
