import type { Locale } from '#shared/locales.ts';
import { handle } from '#server/handler.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { sendUsernameChange as endpoint } from '../endpoints.ts';
import { lockUserToChange } from './store/lock-users.ts';
import { nothingToSend } from './store/scim-problems.ts';
import { auditUser } from './store/user-audit.ts';

/** Both addresses are told, so that a rename behind somebody's back does not go unseen; once a rename. */
export const sendUsernameChange = handle(endpoint, async (ctx) => {
  const { sql, caller, resource, now } = ctx;
  const { record, grants } = await lockUserToChange(sql, caller, resource.userId ?? '');
  const { formerUserName } = record;
  if (formerUserName === null) throw nothingToSend();
  const [row] = await sql<{ locale: Locale }[]>`
    update app_user set former_user_name = null where user_id = ${record.userId} returning locale`;
  for (const to of [formerUserName, record.userName]) {
    await queueMail(sql, {
      key: `username-change:${record.userId}:${record.version}:${to}`,
      template: 'usernameChange',
      to,
      locale: row?.locale ?? 'en',
      values: {
        name: `${record.givenName} ${record.familyName}`,
        oldUsername: formerUserName,
        newUsername: record.userName,
      },
      now,
    });
  }
  await auditUser(sql, ctx, 'sendUsernameChange', { after: { record, grants } });
  return undefined;
});
