import { describe, expect, test } from 'vitest';
import { apiPermissions, apiPresets, findPreset } from '#shared/api-permissions.ts';
import { isIpRange, splitRanges, unmapRange } from '../ip-range.ts';
import {
  grantablePermissions,
  findKeyErrors,
  newKeyForm,
  permissionsOf,
  toKeyContent,
  toKeyForm,
} from '../key-form.ts';
import { readKeysSearch } from '../keys-search.ts';
import type { ApiKey, KeyChoice } from '../schemas.ts';

const web: KeyChoice = {
  installationId: 1,
  name: 'Web',
  merchantName: 'Coffee',
  permissions: [...apiPermissions],
};
const phone: KeyChoice = { ...web, installationId: 2, name: 'Phone', permissions: [...apiPresets.readOnly] };
const form = { ...newKeyForm([web, phone], '2026-11-23'), name: 'Shop', installationIds: ['1'] };

describe('the form of a key', () => {
  test('chooses the only installation', () => {
    expect(newKeyForm([web], '2026-11-23').installationIds).toEqual(['1']);
    expect(newKeyForm([web, phone], '2026-11-23').installationIds).toEqual([]);
  });

  test('accepts a complete key', () => {
    expect(findKeyErrors(form, [web, phone], false)).toEqual({});
  });

  test.each([
    [{ name: '  ' }, { name: 'required' }],
    [{ installationIds: [] }, { installationIds: 'required' }],
    [{ preset: 'custom' as const, permissions: [] }, { permissions: 'required' }],
    [{ installationIds: ['1', '2'] }, { preset: 'not_allowed' }],
    [{ ipRanges: '10.0.0.1\nshop' }, { ipRanges: 'range' }],
  ])('finds the error of %o', (part, errors) => {
    expect(findKeyErrors({ ...form, ...part }, [web, phone], false)).toEqual(errors);
  });

  test('offers what every chosen installation supports', () => {
    expect(grantablePermissions([web, phone], ['1'])).toEqual(apiPermissions);
    expect(grantablePermissions([web, phone], ['1', '2'])).toHaveLength(apiPresets.readOnly.length);
  });

  test('sends the last instant of the expiry day in the zone', () => {
    const content = toKeyContent({ ...form, expires: true, expiryDay: '2026-12-01' }, 'Europe/Berlin');
    expect(content.expiresAt).toBe('2026-12-01T22:59:59.999Z');
  });

  test('reads a stored key back unchanged', () => {
    const key = {
      name: 'Shop',
      installations: [web],
      permissions: [...apiPresets.links],
      expiresAt: '2026-12-01T22:59:59.999Z',
      ipRanges: ['10.0.0.0/8', '2001:db8::1'],
    } as unknown as ApiKey;
    const read = toKeyForm(key, 'Europe/Berlin', '2026-11-23');
    expect(read.preset).toBe('links');
    expect(permissionsOf(read)).toEqual(apiPresets.links);
    expect(toKeyContent(read, 'Europe/Berlin')).toEqual({
      name: 'Shop',
      installationIds: [1],
      permissions: apiPresets.links,
      expiresAt: key.expiresAt,
      ipRanges: key.ipRanges,
    });
  });
});

test('finds the preset of permissions in any order', () => {
  expect(findPreset([...apiPresets.paymentsAndRefunds].toReversed())).toBe('paymentsAndRefunds');
  expect(findPreset(apiPermissions)).toBe('custom');
});

test.each([
  ['198.51.100.7', true],
  ['198.51.100.0/24', true],
  ['2001:db8::/32', true],
  ['198.51.100.0/33', false],
  ['::1/129', false],
  ['shop.example', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0.0/', false],
])('reads %s as a range: %s', (text, isRange) => {
  expect(isIpRange(text)).toBe(isRange);
});

test('splits ranges at lines, spaces and commas', () => {
  expect(splitRanges(' 10.0.0.1,10.0.0.2\n\n10.0.0.3 ')).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3']);
});

test('reads the address of the list back unchanged', () => {
  expect(readKeysSearch({ text: ' shop ', offset: '50', pageSize: '50' })).toEqual({
    text: 'shop',
    offset: 50,
    pageSize: 50,
  });
  expect(readKeysSearch({ offset: '-1' })).toEqual({ offset: 0, pageSize: 25 });
});

test.each([
  ['::ffff:203.0.113.0/120', '203.0.113.0/24'],
  ['::FFFF:CB00:7105', '203.0.113.5/32'],
  ['::ffff:0:0/96', '0.0.0.0/0'],
  ['::/0', '::/0'],
  ['2001:db8::/32', '2001:db8::/32'],
  ['198.51.100.7', '198.51.100.7'],
])('the range %s is that of %s', (typed, range) => {
  expect(unmapRange(typed)).toBe(range);
});
