import { problems } from '#shared/problem.ts';
import {
  type PublicSubmit,
  countFailureOfAddress,
  refuseBusyAddress,
} from '#features/session/server/sign-in/sign-in-attempts.ts';
import { type UserRow, userById } from '#features/session/server/user-store.ts';
import { readAccountToken, readTokenId } from '#server/auth/account-token.ts';
import { mayResetByMail } from './jobs/answer-reset-requests.ts';

/**
 * Whose open link the secret belongs to. Wrong secrets count as failed sign-ins of their address, and used,
 * replaced, old and made-up ones answer alike: throws password_link_not_open, 429.
 */
export async function linkOwner(
  submitPublic: PublicSubmit,
  secret: string,
): Promise<{ tokenId: string; user: UserRow }> {
  await refuseBusyAddress(submitPublic);
  const { database, keys } = submitPublic.services;
  const tokenId = readTokenId(keys.accountLink, secret);
  const userId = tokenId && (await readAccountToken(database, tokenId, submitPublic.now));
  const user = userId ? await userById(database, userId) : undefined;
  if (!tokenId || !user || !mayResetByMail(user)) {
    await countFailureOfAddress(submitPublic);
    throw problems.linkNotOpen();
  }
  return { tokenId, user };
}
