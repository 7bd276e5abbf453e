import { expect, test } from 'vitest';
import { signInAt } from '../start/sign-in-at.ts';

const start = (path: string, isSignedIn = false) => signInAt({ path, href: `${path}?a=1`, isSignedIn });

test.each([
  ['/login', {}],
  ['/', {}],
  ['/home', { from: '/home?a=1' }],
  ['/no/such/page', { from: '/no/such/page?a=1' }],
  ['//evil.example', { from: '//evil.example?a=1' }],
])('a visitor at %s is sent to the sign-in', (path, response) => {
  expect(start(path)).toEqual(response);
});

test.each(['/forgotPassword', '/password/token', '/setup/%E0%A4%A', '/unrecoverable'])(
  'a visitor at %s sees a screen that needs no sign-in',
  (path) => {
    expect(start(path)).toBeUndefined();
  },
);

test('leaves signed-in users to the router, on every path', () => {
  expect(['/', '/login', '/home', '/nowhere'].map((path) => start(path, true))).toEqual(
    Array.from({ length: 4 }),
  );
});
