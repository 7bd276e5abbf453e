import { expect, test } from 'vitest';
import { formatDate, formatDateTime } from '#web/format/date-format.ts';
import { stripTags } from '#web/format/plain-text.ts';

test.each([
  ['<p>Maintenance on <b>Sunday</b></p><p>From 02:00</p>', 'Maintenance on Sunday\nFrom 02:00'],
  ['<img src=x onerror=alert(1)>Hello', 'Hello'],
  ['<script>alert(1)</script>Hello<script>', 'Hello'],
  ['Fish &amp; chips &#163;5 &lt;b&gt;', 'Fish & chips £5 <b>'],
  ['<a href="javascript:alert(1)">here', 'here'],
  ['', ''],
])('%s is shown as text', (fragment, text) => {
  expect(stripTags(fragment)).toBe(text);
});

test('moments are day, month, year and time in the zone asked for', () => {
  expect(formatDateTime('2026-11-21T00:59:03Z', 'UTC')).toBe('21/11/2026 00:59:03');
  expect(formatDateTime('2026-11-21T23:30:00Z', 'Europe/Berlin')).toBe('22/11/2026 00:30:00');
  expect(formatDate(0, 'UTC')).toBe('01/01/1970');
});
