import { createPasswordLink } from '#features/access/account/server/password-link.ts';
import { withOperatorDatabase } from './operator-database.ts';

export interface PasswordLinkOptions {
  dataDir: string;
  databaseUrl: string | undefined;
  userName: string;
  operator: string;
  /** The public address of the portal. */
  portalUrl: string;
}

/** Prints a link to set a new password. Exit code 0: done, 1: unknown, inactive or locked user. */
export async function passwordLink(options: PasswordLinkOptions): Promise<number> {
  return withOperatorDatabase(options, async (database, keys) => {
    const path = await createPasswordLink(database, keys.accountLink, { ...options, now: new Date() });
    if (path === undefined) {
      console.error('User not found, inactive or locked.');
      return 1;
    }
    console.log(`${options.portalUrl}${path}`);
    console.error('The link works once, for a day. Its holder can sign in as the user.');
    return 0;
  });
}
