/** An outgoing email; `id` becomes its Message-ID, by which a copy is recognised. */
export interface OutgoingMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  date: Date;
  /** Shown in place of the product's name. The address stays the system's (docs/decisions/0101). */
  senderName?: string;
  replyTo?: string;
}

/**
 * 'refused': the server did not accept the email (`isPermanent`: it never will). 'in-doubt': the email may have arrived, so
 * sending it again could deliver it twice.
 */
export type MailOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; isPermanent: boolean; reason: string }
  | { kind: 'in-doubt'; reason: string };

/** Sends email. Never throws: the result has what failed. */
export interface MailSender {
  send(mail: OutgoingMail): Promise<MailOutcome>;
}
