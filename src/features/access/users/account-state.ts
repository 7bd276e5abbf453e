import type { ListedUser, ScimUser } from './scim-user.ts';

/** Locks that an administrator may lift (docs/domain.md#account-locks). A new password lifts the others. */
const unlockable = ['MAX_PASSWORD_ATTEMPTS', 'USER_INACTIVE_ACCOUNT'];

export const mayUnlock = (lockedReason: string | null): boolean =>
  lockedReason !== null && unlockable.includes(lockedReason);

/** Days until an unused invitation expires. */
export const invitationDays = 7;

type PasswordStatus = 'SET' | 'NOT_SET' | 'OTHER_STATUS';

export function listedPasswordStatus({ passwordStatus }: ListedUser['extraInfo']): PasswordStatus {
  return passwordStatus === 'SET' || passwordStatus === 'NOT_SET' ? passwordStatus : 'OTHER_STATUS';
}

export type InvitationState = 'done' | 'incomplete' | 'pending' | 'sent' | 'expired';

/** State of a user between creation and the first password (docs/domain.md#invitations). */
export function invitationState(user: Pick<ScimUser, 'entitlements' | 'extraInfo'>): InvitationState {
  const { passwordStatus, invitationDate, invitationExpired } = user.extraInfo;
  if (passwordStatus !== 'NOT_SET') return 'done';
  if (user.entitlements.length === 0) return 'incomplete';
  if (invitationDate === null) return 'pending';
  return invitationExpired ? 'expired' : 'sent';
}

/** An invitation can be sent: the user is active, has a role and has no password yet. */
export function mayInvite(user: Pick<ScimUser, 'active' | 'entitlements' | 'extraInfo'>): boolean {
  return user.active && user.entitlements.length > 0 && user.extraInfo.passwordStatus === 'NOT_SET';
}

/**
 * After a save the screen offers an invitation unless an unexpired one was sent (docs/domain.md#invitations).
 */
export function shouldOfferInvitation(
  user: Pick<ScimUser, 'active' | 'entitlements' | 'extraInfo'>,
): boolean {
  return mayInvite(user) && invitationState(user) !== 'sent';
}
