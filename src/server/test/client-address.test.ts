import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { type ProxyHeader, readProxyHeader } from '../http/client-address.ts';

function read(header: ProxyHeader, headers: Record<string, string>): string | undefined {
  const request = { headers: { ...headers } } as unknown as IncomingMessage;
  readProxyHeader(request, header);
  return request.headers['x-forwarded-for'] as string | undefined;
}

test.each([
  ['203.0.113.5:4711', '203.0.113.5'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['9.9.9.9, 203.0.113.5:80', '9.9.9.9, 203.0.113.5'],
  ['unknown', 'unknown'],
  ['203.0.113.5:http', '203.0.113.5:http'],
])('X-Forwarded-For %j names %s', (sent, address) => {
  expect(read('x-forwarded-for', { 'x-forwarded-for': sent })).toBe(address);
});

test.each([
  ['for=203.0.113.5;proto=https', '203.0.113.5'],
  ['For="[2001:db8::1]:4711"', '2001:db8::1'],
  ['for=9.9.9.9, proto=http;for="203.0.113.5:80"', '9.9.9.9, 203.0.113.5'],
  ['proto=https', 'unknown'],
])('Forwarded %j names %s', (sent, address) => {
  expect(read('forwarded', { forwarded: sent, 'x-forwarded-for': '1.2.3.4' })).toBe(address);
});

test('a client cannot name itself by the other header', () => {
  expect(read('forwarded', { 'x-forwarded-for': '1.2.3.4' })).toBeUndefined();
});
