import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalIpAddress, equivalentIpAddresses } from '../ip-address.ts';
import { isIpAddress } from '../patterns.ts';

test.each([
  ['2001:DB8::0:1', '2001:db8::1'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
  ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
  ['::', '::'],
  ['0:0:0:0:0:0:0:1', '::1'],
  ['1::', '1::'],
  ['::FFFF:CB00:7107', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8', '2001:db8'],
  ['ORDER::1', 'ORDER::1'],
])('writes %s as %s', (text, canonical) => {
  expect(canonicalIpAddress(text)).toBe(canonical);
});

const group = fc.oneof(
  fc.constant('0'),
  fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16)),
);
const address = fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':'));

test('finds one canonical form for all notations', () => {
  fc.assert(
    fc.property(address, (text) => {
      const canonical = canonicalIpAddress(text);
      // URLs write IPv6 addresses as RFC 5952 does, except for dots.
      const byUrl = new URL(`http://[${text}]`).hostname.slice(1, -1);
      if (!canonical.includes('.')) expect(canonical).toBe(byUrl);
      for (const spelling of equivalentIpAddresses(text)) {
        expect(isIpAddress(spelling), spelling).toBe(true);
        expect(canonicalIpAddress(spelling)).toBe(canonical);
      }
      expect(equivalentIpAddresses(text)[0]).toBe(canonical);
      expect(equivalentIpAddresses(text).length).toBeLessThanOrEqual(7);
    }),
  );
});
