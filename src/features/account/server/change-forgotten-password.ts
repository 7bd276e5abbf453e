import { problems } from '#contract/problem.ts';
import { rememberDevice } from '#features/session/server/sign-in/known-device.ts';
import { forgetFailures } from '#features/session/server/sign-in/sign-in-attempts.ts';
import { useAccountToken } from '#server/account-token.ts';
import { recordAudit } from '#server/audit.ts';
import { Reply, handlePublic } from '#server/handler.ts';
import { changeForgottenPassword as call } from '../calls.ts';
import { linkOwner } from './link-owner.ts';
import { acceptedHash, replacePassword } from './new-password.ts';

/** What a mailbox answers for; the other locks are an administrator's to lift. */
const unlocks = ['TEMPORARY_PASSWORD', 'PASSWORD_EXPIRED', 'MAX_PASSWORD_ATTEMPTS'];

export const changeForgottenPassword = handlePublic(call, async (ask) => {
  const { services, request, now } = ask;
  const { config, database } = services;
  const { tokenId, user } = await linkOwner(ask, ask.path.token);
  const hash = await acceptedHash(database, user, ask.body.token, config);
  const device = await database.begin(async (sql) => {
    const purposes = ['invitation', 'password-reset'] as const;
    const isFirst = await useAccountToken(sql, { tokenId, purposes, now });
    const change = { hash, now, ip: request.ip, unlocks };
    if (!isFirst || !(await replacePassword(sql, user, change))) throw problems.linkNotOpen();
    await recordAudit(sql, {
      at: now,
      companyId: user.companyId,
      actorKind: 'user',
      actor: user.userId,
      ip: request.ip,
      act: 'changeForgottenPassword',
      objectKind: 'user',
      objectId: user.userId,
      outcome: 'allowed',
      requestId: request.id,
    });
    // Whoever reads the person's mail here is not news to them at the sign-in that follows.
    const { portalUrl } = config;
    return rememberDevice(sql, { userId: user.userId, request, portalUrl, now });
  });
  await forgetFailures({ ...ask, userName: user.userName });
  return new Reply(204, undefined, { cookies: [device.cookie] });
});
