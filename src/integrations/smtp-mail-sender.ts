import { Readable } from 'node:stream';
import nodemailer from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailOutcome, MailSender, OutgoingMail } from './mail-sender.ts';

interface SmtpOptions {
  /** smtp://user:password@host:port, smtps:// for TLS from the start, ?tls=required for STARTTLS or nothing. */
  url: string;
  /** The sender's address. */
  from: string;
  /** The time limit for sending one email. */
  timeoutMs?: number;
}

/**
 * One connection per email, driven step by step: a failure before the server has received the email can be retried, a
 * failure after it cannot.
 */
export function smtpMailSender(options: SmtpOptions): MailSender {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      const host = options.from.split('@').pop() ?? 'localhost';
      const composed = await composer.sendMail({
        // Objects are used as they are: a string would be parsed as a list of recipients.
        from: { name: mail.senderName ?? 'Countinghouse', address: options.from },
        replyTo: mail.replyTo === undefined ? undefined : { name: '', address: mail.replyTo },
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        date: mail.date,
        messageId: `<${mail.id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      return deliver(options, mail, composed.message as Buffer);
    },
  };
}

function deliver(options: SmtpOptions, mail: OutgoingMail, message: Buffer): Promise<MailOutcome> {
  const url = new URL(options.url);
  const isSecure = url.protocol === 'smtps:';
  const connection = new SMTPConnection({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: url.searchParams.get('tls') === 'required',
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
  });
  let isHandedOver = false;
  // Read only once the server has accepted the envelope.
  const body = Readable.from(
    (function* () {
      isHandedOver = true;
      yield message;
    })(),
  );
  return new Promise((resolve) => {
    const timer = setTimeout(() => end(new Error('no answer in time')), options.timeoutMs ?? 120_000);
    let isOver = false;
    function end(error?: Error | null): void {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      resolve(error ? classifyMailError(error, isHandedOver) : { kind: 'sent' });
      if (error) connection.close();
      else connection.quit();
    }
    connection.on('error', end);
    connection.on('end', () => end(new Error('the connection was closed')));
    connection.connect((error) => {
      if (error) return end(error);
      const submit = () => connection.send({ from: options.from, to: [mail.to] }, body, end);
      if (url.username === '') return submit();
      const credentials = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
      connection.login({ credentials }, (refused) => (refused ? end(refused) : submit()));
    });
  });
}

function classifyMailError(
  error: Error & { responseCode?: number; code?: string },
  isHandedOver: boolean,
): MailOutcome {
  const reason = error.message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300);
  const { responseCode } = error;
  // A late response counts too.
  if (responseCode !== undefined && responseCode >= 400) {
    const isOurFault = error.code === 'EAUTH' || error.code === 'ETLS';
    return { kind: 'refused', isPermanent: responseCode >= 500 && !isOurFault, reason };
  }
  return isHandedOver ? { kind: 'in-doubt', reason } : { kind: 'refused', isPermanent: false, reason };
}
