import { expect, test } from 'vitest';
import { signInAt } from '#app/web/start/sign-in-at.ts';
import { CallFailure } from '#web/call/call-failure.ts';

const start = (path: string, more: { isSignedIn?: boolean; failure?: unknown } = {}) =>
  signInAt({ path, href: `${path}?a=1`, isSignedIn: false, failure: undefined, ...more });

test.each([
  ['/login', {}],
  ['/', {}],
  ['/home', { from: '/home?a=1' }],
  ['/nobody/knows/this', { from: '/nobody/knows/this?a=1' }],
  ['//evil.example', { from: '//evil.example?a=1' }],
])('a stranger at %s signs in', (path, answer) => {
  expect(start(path)).toEqual(answer);
});

test.each(['/forgotPassword', '/password/token', '/setup/%E0%A4%A', '/unrecoverable'])(
  'a stranger at %s is at a screen of the portal that needs no sign-in',
  (path) => {
    expect(start(path)).toBeUndefined();
  },
);

test('somebody signed in is the router’s, on every path', () => {
  expect(['/', '/login', '/home', '/nowhere'].map((path) => start(path, { isSignedIn: true }))).toEqual(
    Array.from({ length: 4 }),
  );
});

test('a session that has ended leads to a sign-in and back; any other failure is the portal’s to tell', () => {
  expect(start('/search', { failure: new CallFailure(401, 'UNAUTHORISED', '') })).toEqual({
    from: '/search?a=1',
  });
  for (const failure of [
    new CallFailure(500, '', ''),
    new CallFailure(400, 'E152', ''),
    new Error('fault'),
  ]) {
    expect(start('/search', { failure })).toBeUndefined();
  }
});
