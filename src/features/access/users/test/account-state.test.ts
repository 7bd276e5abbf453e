import { expect, test } from 'vitest';
import {
  invitationState,
  mayInvite,
  mayUnlock,
  listedPasswordStatus,
  shouldOfferInvitation,
} from '../account-state.ts';
import type { ScimUser } from '../scim-user.ts';

function user(change: {
  passwordStatus?: string;
  invited?: boolean;
  expired?: boolean;
  roles?: number;
  active?: boolean;
}): ScimUser {
  const { passwordStatus = 'NOT_SET', invited = false, expired = false, roles = 1, active = true } = change;
  return {
    active,
    entitlements: Array.from({ length: roles }, () => ({})),
    extraInfo: {
      passwordStatus,
      invitationDate: invited ? '2026-11-20T10:00:00.000Z' : null,
      invitationExpired: expired,
    },
  } as ScimUser;
}

test.each([
  [{ passwordStatus: 'SET', invited: true }, 'done', false],
  [{ passwordStatus: 'TEMPORARY' }, 'done', false],
  [{ roles: 0 }, 'incomplete', false],
  [{ roles: 0, invited: true, expired: true }, 'incomplete', false],
  [{}, 'pending', true],
  [{ active: false }, 'pending', false],
  [{ invited: true }, 'sent', false],
  [{ invited: true, expired: true }, 'expired', true],
  [{ invited: true, expired: true, active: false }, 'expired', false],
] as const)('%j is %s; the invitation is offered: %s', (change, state, isOffered) => {
  expect(invitationState(user(change))).toBe(state);
  expect(shouldOfferInvitation(user(change))).toBe(isOffered);
});

test('allows another invitation while one is open', () => {
  expect(mayInvite(user({ invited: true }))).toBe(true);
});

test.each([
  ['SET', 'SET'],
  ['NOT_SET', 'NOT_SET'],
  ['TEMPORARY', 'OTHER_STATUS'],
  ['EXPIRED', 'OTHER_STATUS'],
])('shows password status %s as %s', (passwordStatus, expected) => {
  expect(listedPasswordStatus(user({ passwordStatus }).extraInfo)).toBe(expected);
});

test.each([
  [null, false],
  ['MAX_PASSWORD_ATTEMPTS', true],
  ['USER_INACTIVE_ACCOUNT', true],
  ['TEMPORARY_PASSWORD', false],
  ['PASSWORD_EXPIRED', false],
  ['LOCKED_BY_ADMIN', false],
])('decides that lock %s may be lifted: %s', (reason, may) => {
  expect(mayUnlock(reason)).toBe(may);
});
