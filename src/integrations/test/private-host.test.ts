import { expect, test } from 'vitest';
import { isPrivateHost } from '../web/private-host.ts';

test.each([
  '10.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.0.0.1',
  '017700000001',
  '169.254.169.254',
  '[::1]',
  '[::ffff:10.0.0.1]',
  '[fd00::1]',
  'localhost',
  'LOCALHOST.',
  'shop.localhost',
  'metadata.google.internal',
  'printer.local',
])('%s is private', (host) => expect(isPrivateHost(`https://${host}/hook`)).toBe(true));

test.each(['shop.example', '8.8.8.8', '[2606:4700::1111]', 'localhost.example.com', 'internal.example'])(
  '%s may be public',
  (host) => expect(isPrivateHost(`https://${host}/hook`)).toBe(false),
);
