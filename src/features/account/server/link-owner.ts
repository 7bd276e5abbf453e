import { problems } from '#contract/problem.ts';
import {
  type Knock,
  countFailureOfAddress,
  refuseBusyAddress,
} from '#features/session/server/sign-in/sign-in-attempts.ts';
import { type UserRow, userById } from '#features/session/server/user-store.ts';
import { readAccountToken, tokenIdOf } from '#server/account-token.ts';
import { mayResetByMail } from './jobs/answer-reset-requests.ts';

/**
 * Whose open link the secret belongs to. Wrong secrets count as failed sign-ins of their address, and used,
 * replaced, old and made-up ones answer alike: throws password_link_not_open, 429.
 */
export async function linkOwner(knock: Knock, secret: string): Promise<{ tokenId: string; user: UserRow }> {
  await refuseBusyAddress(knock);
  const { database, keys } = knock.services;
  const tokenId = tokenIdOf(keys.accountLink, secret);
  const userId = tokenId && (await readAccountToken(database, tokenId, knock.now));
  const user = userId ? await userById(database, userId) : undefined;
  if (!tokenId || !user || !mayResetByMail(user)) {
    await countFailureOfAddress(knock);
    throw problems.linkNotOpen();
  }
  return { tokenId, user };
}
