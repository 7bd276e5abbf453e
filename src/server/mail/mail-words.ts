import type { MailTemplate } from './queue-mail.ts';

/** What stands beside a value in a mail. */
export type MailFact =
  | 'time'
  | 'ip'
  | 'device'
  | 'oldUsername'
  | 'newUsername'
  | 'from'
  | 'organisation'
  | 'feedbackType'
  | 'description'
  | 'validUntil'
  | 'merchant'
  | 'amount'
  | 'card'
  | 'reference';

/** The words of one language; {name} and the like are filled in, as plain text. */
export interface MailWords {
  greeting: string;
  linkHelp: string;
  footer: string;
  facts: Readonly<Record<MailFact, string>>;
  templates: Readonly<
    Record<
      MailTemplate,
      { subject: string; before: readonly string[]; button?: string; after: readonly string[] }
    >
  >;
}
