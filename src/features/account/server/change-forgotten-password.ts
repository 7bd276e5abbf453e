import { problems } from '#shared/problem.ts';
import { rememberDevice } from '#features/session/server/sign-in/known-device.ts';
import { clearFailures } from '#features/session/server/sign-in/sign-in-attempts.ts';
import { useAccountToken } from '#server/auth/account-token.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { Reply, handlePublic } from '#server/handler.ts';
import { changeForgottenPassword as endpoint } from '../endpoints.ts';
import { linkOwner } from './link-owner.ts';
import { acceptedHash, replacePassword } from './new-password.ts';

/** What a mailbox answers for; the other locks are an administrator's to lift. */
const unlocks = ['TEMPORARY_PASSWORD', 'PASSWORD_EXPIRED', 'MAX_PASSWORD_ATTEMPTS'];

export const changeForgottenPassword = handlePublic(endpoint, async (ctx) => {
  const { services, request, now } = ctx;
  const { config, database } = services;
  const { tokenId, user } = await linkOwner(ctx, ctx.path.token);
  const hash = await acceptedHash(database, user, ctx.body.token, config);
  const device = await database.begin(async (sql) => {
    const purposes = ['invitation', 'password-reset'] as const;
    const isFirst = await useAccountToken(sql, { tokenId, purposes, now });
    const change = { hash, now, ip: request.ip, unlocks };
    if (!isFirst || !(await replacePassword(sql, user, change))) throw problems.linkNotOpen();
    await writeAuditEvent(sql, {
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
  await clearFailures({ ...ctx, userName: user.userName });
  return new Reply(204, undefined, { cookies: [device.cookie] });
});
