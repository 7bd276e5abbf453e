import { expect, test } from 'vitest';
import { dueMoment } from '../../server/db/episode.ts';

test.each([
  ['Europe/London', '2027-03-27', '2027-03-27T06:00:00.000Z'],
  ['Europe/London', '2027-03-28', '2027-03-28T05:00:00.000Z'],
  ['Europe/London', '2027-10-30', '2027-10-30T05:00:00.000Z'],
  ['Europe/London', '2027-10-31', '2027-10-31T06:00:00.000Z'],
  ['Europe/London', '2028-02-29', '2028-02-29T06:00:00.000Z'],
  ['America/New_York', '2027-03-14', '2027-03-14T10:00:00.000Z'],
  ['America/New_York', '2027-11-07', '2027-11-07T11:00:00.000Z'],
  ['Pacific/Auckland', '2027-04-04', '2027-04-03T18:00:00.000Z'],
  ['Pacific/Kiritimati', '2027-01-01', '2026-12-31T16:00:00.000Z'],
  ['Pacific/Kiritimati', '9999-12-31', '9999-12-30T16:00:00.000Z'],
  ['America/New_York', '9999-12-31', '9999-12-31T11:00:00.000Z'],
  ['Asia/Kathmandu', '2027-01-01', '2027-01-01T00:15:00.000Z'],
])('in %s an episode of %s may run from %s, six o’clock local time', (zone, day, at) => {
  expect(dueMoment(day, zone).toISOString()).toBe(at);
});
