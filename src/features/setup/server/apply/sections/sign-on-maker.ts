import { userNameKey } from '#shared/user-name.ts';
import { findUser } from '#features/users/server/manage-user.ts';
import type { Maker } from '#features/single-sign-on/server/manage-sign-on.ts';
import { grantedPermissions } from '#server/auth/access-store.ts';
import { ApplyError } from '../apply-error.ts';
import type { ApplyRun } from '../apply-run.ts';
import { pointer } from './sign-on-problems.ts';

/** The user whose rights limit new rules. Read only for a change that needs one. */
export function makerOf({ sql }: ApplyRun, username: string | undefined): () => Promise<Maker> {
  let known: Promise<Maker> | undefined;
  const read = async (): Promise<Maker> => {
    if (username === undefined)
      throw new ApplyError(`${pointer}/maker`, 'name the user whose rights limit the mapping');
    const user = await findUser(sql, userNameKey(username.trim().normalize('NFC')));
    if (!user?.record.active) throw new ApplyError(`${pointer}/maker`, 'no active user has this username');
    const { userId } = user.record;
    return { userId, held: await grantedPermissions(sql, userId) };
  };
  return () => (known ??= read());
}
