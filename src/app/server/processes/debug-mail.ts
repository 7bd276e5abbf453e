import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#shared/text/escape.ts';
import { mailStyle, renderMail } from '#server/mail/render-mail.ts';
import { type StoredSms, renderSms } from '#server/mail/render-sms.ts';
import { type OutboxMail, findMail, listNewestMails } from '#server/mail/mail-outbox.ts';
import type { Services } from '#server/services.ts';

const pageStyle = [
  'body{margin:0;padding:24px;color:#1b2430;background:#fff;font:15px/1.5 system-ui,sans-serif}',
  'table{border-collapse:collapse;width:100%}th,td{padding:8px 12px;text-align:left;border-bottom:1px solid #dfe3e8}',
  'pre{padding:16px;border:1px solid #dfe3e8;white-space:pre-wrap;overflow-wrap:anywhere}a{color:#1f5fbf}',
  'td{overflow-wrap:anywhere}',
].join('\n');

/**
 * /debug/mail: the outbox of a demo. Emails open accounts, so this exists in a demo only (every production
 * the start has `--demo none`), and only for local requests without a proxy.
 */
export function registerDebugMail(app: FastifyInstance, services: Services): void {
  const { config, database, keys } = services;
  if (config.demo === 'none') return;
  const closed = (request: FastifyRequest) =>
    !isLoopback(request.socket.remoteAddress ?? '') || isForwarded(request);

  app.get('/debug/mail', async (request, reply) => {
    if (closed(request)) return reply.callNotFound();
    const mails = await listNewestMails(database, 200);
    return page(reply, pageStyle, listPage(mails, services));
  });
  app.get<{ Params: { mailId: string } }>('/debug/mail/:mailId', async (request, reply) => {
    const mail = closed(request) ? undefined : await findMail(database, request.params.mailId);
    if (!mail) return reply.callNotFound();
    const text =
      mail.channel === 'sms'
        ? renderSms(mail as StoredSms)
        : renderMail(mail, { portalUrl: config.portalUrl, keys }).text;
    return page(reply, pageStyle, mailPage(mail, text));
  });
  app.get<{ Params: { mailId: string } }>('/debug/mail/:mailId/html', async (request, reply) => {
    const mail = closed(request) ? undefined : await findMail(database, request.params.mailId);
    if (mail?.channel !== 'email') return reply.callNotFound();
    return page(reply, mailStyle, renderMail(mail, { portalUrl: config.portalUrl, keys }).html);
  });
}

const isLoopback = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address);
const isForwarded = ({ headers }: FastifyRequest) =>
  headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined || headers.via !== undefined;

/** No script and no external resource; the one style is listed by its hash. */
function page(reply: FastifyReply, style: string, html: string): FastifyReply {
  const hash = createHash('sha256').update(style).digest('base64');
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(html);
}

function listPage(mails: readonly OutboxMail[], { mailSender, config }: Services): string {
  const rows = mails.map(
    (mail) => `<tr>
<td>${mail.queuedAt.toISOString()}</td>
<td>${escapeHtml(mail.recipient)}</td>
<td><a href="/debug/mail/${mail.mailId}">${escapeHtml(mail.template)}</a> (${mail.channel === 'sms' ? 'text message, ' : ''}${escapeHtml(mail.locale)})</td>
<td>${stateText(mail)}</td>
</tr>`,
  );
  const note = mailSender
    ? 'Emails are sent by SMTP.'
    : 'No mail server is configured (--smtp-url). Emails stay here.';
  const smsNote =
    config.smsUrl === undefined
      ? ''
      : config.smsUrl === 'sandbox'
        ? ' Text messages are not sent (--sms-url sandbox).'
        : ' Text messages are posted to --sms-url.';
  return document(
    'Emails',
    `<p>${note}${smsNote}</p>
${mails.length === 0 ? '<p>No emails yet.</p>' : `<table><thead><tr><th>Queued</th><th>To</th><th>Email</th><th>State</th></tr></thead><tbody>${rows.join('')}</tbody></table>`}`,
  );
}

function mailPage(mail: OutboxMail, text: string): string {
  const linked = escapeHtml(text).replaceAll(
    /https?:\/\/[^\s&<>"']+/g,
    (href) => `<a href="${href}">${href}</a>`,
  );
  return document(
    `${mail.channel === 'sms' ? 'Text message' : 'Email'} to ${mail.recipient}`,
    `<p><a href="/debug/mail">All emails</a>${mail.channel === 'sms' ? '' : ` · <a href="/debug/mail/${mail.mailId}/html">As HTML</a>`}</p>
<p>${stateText(mail)}</p>
<pre>${linked}</pre>`,
  );
}

function stateText(mail: OutboxMail): string {
  const tried = mail.attempts === 0 ? '' : `, tried ${mail.attempts} times`;
  const errorText = mail.lastError === null ? '' : `: ${mail.lastError}`;
  return escapeHtml(`${mail.state}${tried}${errorText}`);
}

function document(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${pageStyle}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}
</main></body>
</html>
`;
}
