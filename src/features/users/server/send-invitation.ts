import { problems } from '#contract/problem.ts';
import type { Locale } from '#contract/locales.ts';
import { holdsOn } from '#contract/scoped-permission.ts';
import { issueAccountToken } from '#server/account-token.ts';
import { handle } from '#server/handler.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { mayInvite } from '../account-state.ts';
import { sendInvitation as call } from '../calls.ts';
import { mayChange } from '../grant-rules.ts';
import { grantsOf } from './store/grants.ts';
import { lockUserInSight, mayManage } from './store/lock-users.ts';
import { nothingToSend } from './store/scim-problems.ts';
import { auditUser } from './store/user-audit.ts';
import { scimUserOf, userRecord } from './store/user-records.ts';

/**
 * Whoever may create or manage users there may invite them; a domain user who set up the first user of a company
 * too, though afterwards that user is none of theirs.
 */
export const sendInvitation = handle(call, async (ask) => {
  const { sql, caller, subject, now } = ask;
  const user = await lockUserInSight(sql, caller, subject.userId ?? '');
  const { held, record, grants } = user;
  const mayCreate =
    holdsOn(held, 'P_VIEW_MI_MERCHANT_ADMIN', record.path) &&
    holdsOn(held, 'P_CREATE_PORTAL_USER', record.path);
  if (!(mayCreate || mayManage(held, caller, record)) || !mayChange(held, grants)) throw problems.forbidden();
  if (!mayInvite(scimUserOf(record, grants, now))) throw nothingToSend();
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
    grants: await grantsOf(sql, record.userId),
  };
  await auditUser(sql, ask, 'sendInvitation', { before: user, after });
  return undefined;
});
