import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseRetention, retentionKinds, retentionNames } from '#shared/retention-kinds.ts';
import { jobs } from '../jobs.ts';
import { retentionJobs } from '../retention-jobs.ts';

test('docs/running.md has every kind with its time, its range and its job', () => {
  const text = readFileSync(new URL('../../../../docs/running.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+)` +\| [^|]+\| ([^|]+?) +\| ([^|]+?) +\| ([^|]+?) +\|$/gm)]
    .map(([, kind, days, range, job]) => ({ kind, days, range, job }))
    .filter(({ kind }) => retentionNames.some((name) => name === kind));
  expect(rows).toEqual(
    retentionNames.map((kind) => {
      const { days, min, max } = retentionKinds[kind];
      const job = retentionJobs[kind];
      return {
        kind,
        days: days === 0 ? 'no limit' : String(days),
        range: min === max ? '–' : `${min} to ${max}`,
        job: job === null ? '–' : `\`${job.name}\``,
      };
    }),
  );
});

test('every job that deletes runs, once', () => {
  for (const job of Object.values(retentionJobs))
    if (job !== null) expect(jobs.filter((one) => one === job)).toHaveLength(1);
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
});

test.each([
  ['', {}],
  ['emails=14', { emails: 14 }],
  ['emails=14, payers=1095', { emails: 14, payers: 1095 }],
  ['payers=0', { payers: 0 }],
  ['payers=89', undefined],
  ['emails=0', undefined],
  ['emails=91', undefined],
  ['audit=10', undefined],
  ['requestLog=10', undefined],
  ['unknown=10', undefined],
  ['emails=10,emails=12', undefined],
  ['emails', undefined],
])('reads "%s"', (text, days) => {
  expect(parseRetention(text)).toEqual(days);
});
