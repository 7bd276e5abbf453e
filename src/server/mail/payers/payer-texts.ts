import type { MailText } from '../mail-texts.ts';
import type { PayerTemplate, SmsTemplate } from '../queue-mail.ts';

/** The label of a value in an email to a payer. Emails to users have some of them too. */
export type PayerFact =
  | 'time'
  | 'description'
  | 'validUntil'
  | 'merchant'
  | 'amount'
  | 'card'
  | 'reference'
  | 'expectedBy'
  | 'arn';

/** The texts for payers in one language, with placeholders such as {merchant}. */
export interface PayerTexts {
  /** In emails to users too, like `footer`. */
  linkHelp: string;
  footer: string;
  facts: Readonly<Record<PayerFact, string>>;
  templates: Readonly<Record<PayerTemplate, MailText>>;
  /** Short enough for one message with a usual name and reference, where its letters are those of GSM 03.38. */
  sms: Readonly<Record<SmsTemplate | 'openLink' | 'card' | 'reference', string>>;
}
