import type { GatedAction } from '#shared/approval-actions.ts';
import type { MailTemplate, PayerTemplate } from './queue-mail.ts';

/** The label of a value in an email to a user, beside those that payers read too. */
export type UserFact =
  | 'ip'
  | 'device'
  | 'oldUsername'
  | 'newUsername'
  | 'from'
  | 'organisation'
  | 'feedbackType';

export interface MailText {
  subject: string;
  before: readonly string[];
  button?: string;
  after: readonly string[];
}

/** The texts for users in one language, with placeholders such as {name}. Those for payers are in `payers/`. */
export interface MailTexts {
  greeting: string;
  facts: Readonly<Record<UserFact, string>>;
  /** The labels of the actions in requests for approval. */
  approvals: Readonly<Record<GatedAction, string>>;
  templates: Readonly<Record<Exclude<MailTemplate, PayerTemplate>, MailText>>;
}
