import { isEmailLike, isPersonName } from '#shared/patterns.ts';
import { userNameKey } from '#shared/user-name.ts';
import { isMailAddress } from '#server/mail/mail-address.ts';
import { invalidValue } from '../scim-problems.ts';

export interface UserNames {
  userName: string;
  userNameKey: string;
  givenName: string;
  familyName: string;
}

const maxNameLength = 100;

/** The names as stored. Throws SCIM12 with the field that breaks docs/domain.md#users or its maximum length. */
export function userNames(body: {
  userName: string;
  name: { givenName: string; familyName: string };
}): UserNames {
  const userName = body.userName.trim().normalize('NFC');
  const givenName = body.name.givenName.trim().normalize('NFC');
  const familyName = body.name.familyName.trim().normalize('NFC');
  // The form checks the first; a user at an undeliverable address could never sign in.
  if (!isEmailLike(userName) || !isMailAddress(userName)) throw invalidValue('userName');
  for (const [field, name] of Object.entries({ givenName, familyName }))
    if (name.length > maxNameLength || !isPersonName(name)) throw invalidValue(`name.${field}`);
  return { userName, userNameKey: userNameKey(userName), givenName, familyName };
}
