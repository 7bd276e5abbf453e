/** A mail as it goes out; `id` becomes its Message-ID, so that a copy could be told. */
export interface OutgoingMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  date: Date;
}

/**
 * How it ended. 'refused': the server certainly did not take it (`forGood`: it never will).
 * 'in-doubt': the whole mail may have arrived; sending it again could deliver it twice.
 */
export type MailOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; forGood: boolean; reason: string }
  | { kind: 'in-doubt'; reason: string };

/** Whoever carries mail for us. Never throws for what happens on the way. */
export interface MailSender {
  send(mail: OutgoingMail): Promise<MailOutcome>;
}
