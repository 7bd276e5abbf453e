import { expect, test } from 'vitest';
import { domainOfEmail, parseDomain } from '../domain-name.ts';
import { claimValues } from '../server/sign-in/claims.ts';
import { provesSecondFactor } from '../server/sign-in/proves-second-factor.ts';

test.each([
  [{ amr: ['mfa'] }, true],
  [{ amr: ['pwd', 'otp'] }, true],
  [{ amr: ['hwk', 'fpt'] }, true],
  [{ amr: ['pin', 'sc'] }, true],
  [{ acr: 'phr' }, true],
  [{ acr: 'https://refeds.org/profile/mfa' }, true],
  [{ amr: ['pwd'] }, false],
  [{ amr: ['otp'] }, false],
  [{ amr: ['pwd', 'pin'] }, false],
  [{ amr: ['otp', 'sms'] }, false],
  [{ amr: ['constructor', 'pwd'] }, false],
  [{ amr: 'mfa pwd' }, false],
  [{ acr: '2' }, false],
  [{ acr: '0' }, false],
  [{}, false],
])('finds in %j a second factor: %s', (claims, expected) => {
  expect(provesSecondFactor(claims)).toBe(expected);
});

test.each([
  ['groups', ['a', 'b']],
  ['realm_access.roles', ['desk']],
  ['https://id.example/roles', ['x']],
  ['level', ['3']],
  ['isStaff', ['true']],
  ['nothing', []],
  ['realm_access', []],
  ['constructor', []],
  ['__proto__.roles', []],
])('reads the values of the claim %s', (name, expected) => {
  const claims = {
    groups: ['a', 'b', { c: 1 }],
    realm_access: { roles: ['desk'] },
    'https://id.example/roles': 'x',
    level: 3,
    isStaff: true,
  };
  expect(claimValues(claims, name)).toEqual(expected);
});

test.each([
  ['Harbour.example.', 'harbour.example'],
  ['xn--hfen-5qa.example', 'xn--hfen-5qa.example'],
  ['häfen.example', undefined],
  ['localhost', undefined],
  ['10.0.0.1', undefined],
  [`${'a'.repeat(64)}.example`, undefined],
  [`${'a.'.repeat(130)}example`, undefined],
])('reads the domain %s', (text, expected) => {
  expect(parseDomain(text)).toBe(expected);
});

test('takes the domain after the last at sign', () => {
  expect(domainOfEmail('"a@evil.example"@harbour.example')).toBe('harbour.example');
  expect(domainOfEmail('@harbour.example')).toBeUndefined();
});
