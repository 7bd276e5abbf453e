import type { SignOnView } from '../../schemas.ts';

/** What a card has saved, as the key of its text. */
export type News =
  | 'provider'
  | 'provider_removed'
  | 'domain'
  | 'domain_removed'
  | 'mapping'
  | 'required'
  | 'not_required';

/** What the cards of the settings share. */
export interface SettingsPart {
  view: SignOnView;
  /** What was saved last, and how to close the notice. */
  news: News | undefined;
  onCloseNews: () => void;
  /** Reads the settings again. */
  onChanged: (news?: News) => Promise<void>;
}
