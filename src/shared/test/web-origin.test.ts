import { expect, test } from 'vitest';
import { readOrigins, parseWebOrigin } from '../web-origin.ts';
import { frameAncestors } from '#features/payments/hosted-sessions/server/session/web-origins.ts';

test.each([
  ['https://shop.example', 'https://shop.example'],
  [' https://Shop.Example/ ', 'https://shop.example'],
  ['https://shop.example:443', 'https://shop.example'],
  ['https://shop.example:8443', 'https://shop.example:8443'],
  ['https://192.0.2.7', 'https://192.0.2.7'],
  ['http://localhost', 'http://localhost'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://localhost:80', 'http://localhost'],
  ['http://localhost:*', 'http://localhost:*'],
  ['http://127.0.0.1:*', 'http://127.0.0.1:*'],
])("reads %s as %s, the browser's form", (typed, origin) => {
  expect(parseWebOrigin(typed)).toBe(origin);
  expect(frameAncestors([origin])).toBe(origin);
});

test.each([
  'shop.example',
  'http://shop.example',
  'http://localhost.evil.example',
  'https://bücher.example',
  'https://shop.example/path',
  'https://shop.example?x=1',
  'https://shop.example#x',
  'https://user:word@shop.example',
  'https://*.example',
  'https://shop.example:*',
  'https://',
  'https://shop.example https://evil.example',
  "https://shop.example;script-src'*'",
  'https://[2001:db8::1]',
  'https://shop.example:99999',
  'https://shop.example:0',
  'https://a..example',
  'javascript:alert(1)',
  'ftp://shop.example',
  '*',
  "'self'",
])('rejects %s', (typed) => {
  expect(parseWebOrigin(typed)).toBeUndefined();
});

test('reads one per line, each once, or names the first invalid one', () => {
  expect(readOrigins('https://a.example\n\nhttps://A.example/\n https://b.example')).toEqual({
    origins: ['https://a.example', 'https://b.example'],
  });
  expect(readOrigins('https://a.example\nb.example\nc')).toEqual({ wrong: 'b.example' });
  expect(readOrigins('')).toEqual({ origins: [] });
});
