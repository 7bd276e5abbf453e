import { expect, test } from 'vitest';
import { formatDuration } from '../format/duration.ts';

test.each([
  [22_320_000, 'en', '6 hr 12 min'],
  [240_000, 'en', '4 min'],
  [299_000, 'en', '4 min'],
  [8400, 'en', '8 sec'],
  [0, 'en', '0 sec'],
  [-5, 'en', '0 sec'],
  [90_000_000, 'en', '1 day 1 hr'],
  [86_400_000, 'en', '1 day'],
  [22_320_000, 'de', '6 Std. 12 Min.'],
])('%d ms in %s is %s', (ms, locale, text) => expect(formatDuration(ms, locale)).toBe(text));
