import { demoPassword } from '#app/server/demo/demo-users.ts';
import type { Sql } from '#database/connection.ts';
import { renderMail } from '#server/mail/render-mail.ts';
import { findMail } from '#server/mail/mail-outbox.ts';
import { type Send, signedOutClient } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { processResetRequests } from '../server/account-jobs.ts';

export const goodPassword = 'Quiet-Harbour-Light-7';

/** A browser without a session, with its anti-forgery value. */
export async function anonymousClient(app: TestApp): Promise<Send> {
  const { send } = signedOutClient(app);
  await send('GET', '/initiation');
  return send;
}

export async function signIn(app: TestApp, username: string, password = demoPassword) {
  return (await anonymousClient(app))('POST', '/auth/login', { username, password });
}

/** Requests a reset, runs the job, and reads the link from the email. */
export async function resetLink(app: TestApp, username: string): Promise<string> {
  const send = await anonymousClient(app);
  await send('POST', `/users/forgottenPassword/${encodeURIComponent(username)}`);
  await processResetRequests.run(app.services);
  return readNewestLink(app, username);
}

/** The token in the newest email to the user; '' when there is none. */
export async function readNewestLink(app: TestApp, username: string): Promise<string> {
  const [row] = await app.owner<{ mailId: string }[]>`
    select mail_id from mail_outbox
    where recipient = ${username} and template in ('passwordReset', 'invitation')
    order by queued_at desc, ctid desc limit 1`;
  const mail = row && (await findMail(app.owner, row.mailId));
  if (!mail) return '';
  const { portalUrl } = app.services.config;
  const { text } = renderMail(mail, { portalUrl, keys: app.services.keys });
  return /\/password\/(\S+)/.exec(text)?.[1] ?? '';
}

export async function readMailsTo(sql: Sql, recipient: string): Promise<string[]> {
  const rows = await sql<{ template: string }[]>`
    select template from mail_outbox where recipient = ${recipient} order by queued_at, ctid`;
  return rows.map(({ template }) => template);
}
