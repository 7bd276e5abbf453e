import { problems } from '#shared/problem.ts';
import type { Locale } from '#shared/locales.ts';
import { hasPermissionOn } from '#shared/scoped-permission.ts';
import { issueAccountToken } from '#server/auth/account-token.ts';
import { handle } from '#server/handler.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { mayInvite } from '../account-state.ts';
import { sendInvitation as endpoint } from '../endpoints.ts';
import { mayChange } from '../grant-rules.ts';
import { loadGrants } from './store/grants.ts';
import { lockUserInSight, mayManage } from './store/lock-users.ts';
import { nothingToSend } from './store/scim-problems.ts';
import { auditUser } from './store/user-audit.ts';
import { toScimUser, userRecord } from './store/user-records.ts';

/**
 * Whoever may create or manage users there may invite them; a domain user who set up the first user of a company
 * too, though afterwards that user is none of theirs.
 */
export const sendInvitation = handle(endpoint, async (ctx) => {
  const { sql, caller, resource, now } = ctx;
  const user = await lockUserInSight(sql, caller, resource.userId ?? '');
  const { held, record, grants } = user;
  const mayCreate =
    hasPermissionOn(held, 'P_VIEW_MI_MERCHANT_ADMIN', record.path) &&
    hasPermissionOn(held, 'P_CREATE_PORTAL_USER', record.path);
  if (!(mayCreate || mayManage(held, caller, record)) || !mayChange(held, grants)) throw problems.forbidden();
  if (!mayInvite(toScimUser(record, grants, now))) throw nothingToSend();
  const tokenId = await issueAccountToken(sql, { purpose: 'invitation', userId: record.userId, now });
  const [row] = await sql<{ locale: Locale }[]>`
    update app_user set invited_at = ${now} where user_id = ${record.userId} returning locale`;
  await queueMail(sql, {
    key: `invitation:${tokenId}`,
    template: 'invitation',
    to: record.userName,
    locale: row?.locale ?? 'en',
    values: {
      name: `${record.givenName} ${record.familyName}`,
      organisation: record.organisationName,
      tokenId,
    },
    now,
  });
  const after = {
    record: await userRecord(sql, record.userId),
    grants: await loadGrants(sql, record.userId),
  };
  await auditUser(sql, ctx, 'sendInvitation', { before: user, after });
  return undefined;
});
