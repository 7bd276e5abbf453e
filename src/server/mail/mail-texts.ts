import type { GatedAction } from '#shared/approval-actions.ts';
import type { MailTemplate } from './queue-mail.ts';

/** The label of a value in an email. */
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
  | 'reference'
  | 'expectedBy'
  | 'arn';

/** The texts of one language, with placeholders such as {name}. */
export interface MailTexts {
  greeting: string;
  linkHelp: string;
  footer: string;
  facts: Readonly<Record<MailFact, string>>;
  /** The labels of the actions in requests for approval. */
  approvals: Readonly<Record<GatedAction, string>>;
  templates: Readonly<
    Record<
      MailTemplate,
      { subject: string; before: readonly string[]; button?: string; after: readonly string[] }
    >
  >;
}
