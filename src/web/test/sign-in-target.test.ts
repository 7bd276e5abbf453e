import { expect, test } from 'vitest';
import { consentHolds, consentMs } from '../cookie-banner.tsx';
import { inAppTarget } from '../session/in-app-target.ts';
import { chosenLanguage } from '../translate/translate.ts';

test.each([
  ['/statements?offset=0', '/statements?offset=0'],
  ['//evil.example', '/home'],
  ['/\\evil.example', '/home'],
  ['/a\\b', '/home'],
  ['/\t/evil.example', '/home'],
  ['https://evil.example', '/home'],
  ['javascript:alert(1)', '/home'],
  ['/login', '/home'],
  ['/error?errorCode=404', '/home'],
  ['/', '/home'],
  ['', '/home'],
  [undefined, '/home'],
  [{ from: '/x' }, '/home'],
])('after sign-in %j leads to %s', (remembered, target) => {
  expect(inAppTarget(remembered)).toBe(target);
});

test('an accepted cookie policy holds for about a year', () => {
  const now = Date.UTC(2026, 10, 21);
  expect(consentHolds(String(now - consentMs + 1), now)).toBe(true);
  expect(consentHolds(String(now - consentMs), now)).toBe(false);
  expect(consentHolds(String(now + 1), now)).toBe(false);
  expect(consentHolds('soon', now)).toBe(false);
  expect(consentHolds(null, now)).toBe(false);
});

test('an unknown language is English', () => {
  expect(['de', 'en', 'xx', null].map(chosenLanguage)).toEqual(['de', 'en', 'en', 'en']);
});
