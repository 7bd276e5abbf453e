import { describe, expect, test } from 'vitest';
import { failureAction } from '../call/failure-action.ts';

const signedIn = { isSignedIn: true, path: '/statements' };
const signedOut = { isSignedIn: false, path: '/statements' };
const stay = { kind: 'stay' };
const signIn = { kind: 'sign-in' };
const page = (errorCode: number) => ({ kind: 'error-page', errorCode });

describe('the action after a failed call', () => {
  test.each([
    ['401 signs in', 401, '', signedIn, signIn],
    ['401 stays on the expired-password page', 401, '', { ...signedOut, path: '/expiredPassword' }, stay],
    ['401 stays on the password page', 401, '', { ...signedOut, path: '/password/abc' }, stay],
    [
      '401 on a page whose name only begins alike signs in',
      401,
      '',
      { ...signedOut, path: '/passwordUpdated' },
      signIn,
    ],
    ['400 with E152 opens the version popup', 400, 'E152', signedIn, { kind: 'version-popup' }],
    ['400 without it is a system error', 400, 'INVALID_REQUEST', signedIn, page(500)],
    ['403 shows its page when signed in', 403, '', signedIn, page(403)],
    ['a missing confirmation stays', 403, 'STEP_UP_REQUIRED', signedIn, stay],
    ['a required second factor signs in', 403, 'ENROLMENT_REQUIRED', signedIn, signIn],
    ['404 shows its page when signed in', 404, '', signedIn, page(404)],
    ['403 sends visitors to the sign-in', 403, '', signedOut, signIn],
    ['404 sends visitors to the sign-in', 404, '', signedOut, signIn],
    ['no response stays without a message', 0, '', signedIn, stay],
    ['500 is a system error', 500, '', signedIn, page(500)],
    ['409 is a system error', 409, '', signedIn, page(500)],
    ['500 stays on the password page', 500, '', { ...signedOut, path: '/password/abc' }, stay],
    ['500 stays on the expired-password page', 500, '', { ...signedOut, path: '/expiredPassword' }, stay],
  ])('%s', (_, status, code, context, expected) => {
    expect(failureAction({ status, code }, context)).toEqual(expected);
  });
});
