import type { SignOnView } from '../../schemas.ts';

/** What a card has saved, as the key of its text. */
export type SavedFlash =
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
  flash: SavedFlash | undefined;
  onFlashClose: () => void;
  /** Reads the settings again. */
  onChanged: (flash?: SavedFlash) => Promise<void>;
}
