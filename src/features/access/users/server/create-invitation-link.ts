import { Problem } from '#shared/problem.ts';
import { invitationLifeMs, tokenSecret } from '#server/auth/account-token.ts';
import { addMs } from '#server/clock.ts';
import { Reply, handle } from '#server/handler.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { issueInvitation, loadInvited, lockInvited } from './invite-user.ts';
import { auditUser } from './user-audit.ts';

/**
 * The invitation for a system without a mail server: the inviting administrator hands the link over. Its holder can sign in as the
 * user, so the administrator must hold every right of the user. With a mail server it is refused.
 */
export const createInvitationLink = handle(
  endpoints.createInvitationLink,
  schemas.createInvitationLink,
  async (ctx) => {
    const { sql, caller, resource, now, services } = ctx;
    const { config, keys } = services;
    if (config.smtpUrl !== undefined) throw new Problem(409, 'MAIL_CONFIGURED', 'mail_configured');
    const user = await lockInvited(sql, caller, resource.userId, now);
    const { tokenId } = await issueInvitation(sql, user, now);
    await auditUser(sql, ctx, 'createInvitationLink', { before: user, after: await loadInvited(sql, user) });
    return new Reply(201, {
      link: `${config.portalUrl}/password/${tokenSecret(keys.accountLink, tokenId)}`,
      expiresAt: addMs(now, invitationLifeMs).toISOString(),
    });
  },
);
