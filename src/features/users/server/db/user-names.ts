import { isAlphanumericName, isEmailLike } from '#shared/patterns.ts';
import { userNameKey } from '#shared/user-name.ts';
import { isMailAddress } from '#server/mail/mail-address.ts';
import { invalidValue } from '../scim-problems.ts';

export interface UserNames {
  userName: string;
  userNameKey: string;
  givenName: string;
  familyName: string;
}

/** The names as stored. Throws SCIM12 when they break docs/domain.md#users or the maximum lengths. */
export function userNames(body: {
  userName: string;
  name: { givenName: string; familyName: string };
}): UserNames {
  const userName = body.userName.trim().normalize('NFC');
  const givenName = body.name.givenName.trim().normalize('NFC');
  const familyName = body.name.familyName.trim().normalize('NFC');
  // The form checks the first; a user at an undeliverable address could never sign in.
  const isAddress = isEmailLike(userName) && isMailAddress(userName);
  const areNames = [givenName, familyName].every((name) => name.length <= 100 && isAlphanumericName(name));
  if (!isAddress || !areNames) throw invalidValue();
  return { userName, userNameKey: userNameKey(userName), givenName, familyName };
}
