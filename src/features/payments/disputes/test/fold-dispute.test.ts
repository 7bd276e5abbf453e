import { describe, expect, test } from 'vitest';
import type { DisputeReport } from '#integrations/processors/adapter.ts';
import { SeededRandom } from '#testing/simulators/seeded-random.ts';
import { foldDispute } from '../server/fold-dispute.ts';

const amount = { dispute: 'D1', amountMinor: 1000, currency: 'GBP' } as const;
const opened = { ...amount, stage: 'CHARGEBACK', status: 'NEEDS_RESPONSE', chargedBackMinor: 1000 } as const;
const supplied = { ...amount, status: 'UNDER_REVIEW' } as const;
const reversed = { ...opened, status: 'UNDER_REVIEW', chargedBackMinor: 0 } as const;
const second = { ...opened, stage: 'PRE_ARBITRATION', status: 'LOST' } as const;
const ended = { ...amount, status: 'EXPIRED' } as const;
const won = { ...amount, status: 'WON' } as const;
const accepted = { ...amount, status: 'ACCEPTED' } as const;
const lost = { ...amount, stage: 'CHARGEBACK', status: 'LOST' } as const;
const inquiry = { ...amount, stage: 'INQUIRY', status: 'NEEDS_RESPONSE' } as const;

/** One a minute. */
const facts = (...reports: DisputeReport[]) =>
  reports.map((report, minute) => ({ countsAt: new Date(Date.UTC(2026, 10, 1, 0, minute)), report }));
const stateOf = (...reports: DisputeReport[]) => {
  const state = foldDispute(facts(...reports));
  return state && `${state.stage} ${state.status} ${state.chargedBackMinor}`;
};

test.each<[string, DisputeReport[], string]>([
  ['an inquiry', [inquiry], 'INQUIRY NEEDS_RESPONSE 0'],
  ['an inquiry that becomes a chargeback', [inquiry, opened], 'CHARGEBACK NEEDS_RESPONSE 1000'],
  ['an answered inquiry that becomes one', [inquiry, supplied, opened], 'CHARGEBACK NEEDS_RESPONSE 1000'],
  ['an answered chargeback', [opened, supplied], 'CHARGEBACK UNDER_REVIEW 1000'],
  ['a reversed chargeback', [opened, supplied, reversed], 'CHARGEBACK UNDER_REVIEW 0'],
  ['a won one', [opened, supplied, reversed, won], 'CHARGEBACK WON 0'],
  ['a second chargeback', [opened, supplied, reversed, second], 'PRE_ARBITRATION LOST 1000'],
  ['no response in time', [opened, ended], 'CHARGEBACK EXPIRED 1000'],
  ['the end of the time after a response', [opened, supplied, ended], 'CHARGEBACK UNDER_REVIEW 1000'],
  ['an accepted one that is reported as lost', [opened, accepted, lost], 'CHARGEBACK ACCEPTED 1000'],
  ['money reported before its notice', [reversed, opened], 'CHARGEBACK UNDER_REVIEW 1000'],
])('%s', (_title, reports, expected) => {
  expect(stateOf(...reports)).toBe(expected);
});

test('has no state before a report with an amount', () => {
  expect(foldDispute(facts({ dispute: 'D1' }))).toBeUndefined();
});

describe('the order in which reports come', () => {
  test('changes nothing', () => {
    const random = new SeededRandom(5);
    const life = facts(inquiry, opened, supplied, reversed, second, ended, won);
    const state = foldDispute(life);
    for (let round = 0; round < 200; round += 1) {
      const shuffled = life
        .map((fact) => ({ fact, at: random.next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ fact }) => fact);
      expect(foldDispute(shuffled)).toEqual(state);
    }
  });

  test('of one moment is that of a dispute’s life', () => {
    const at = new Date(Date.UTC(2026, 10, 1));
    const state = foldDispute([reversed, second, opened].map((report) => ({ countsAt: at, report })));
    expect(state).toMatchObject({ stage: 'PRE_ARBITRATION', status: 'LOST', chargedBackMinor: 1000 });
  });
});
