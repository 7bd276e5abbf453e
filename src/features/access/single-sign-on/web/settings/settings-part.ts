import type { SignOnView } from '../../schemas.ts';

/** The saved part of a card, as the key of its text. */
export type SavedFlash =
  | 'provider'
  | 'provider_removed'
  | 'domain'
  | 'domain_removed'
  | 'mapping'
  | 'required'
  | 'not_required';

/** The shared properties of the settings' cards. */
export interface SettingsPart {
  view: SignOnView;
  /** The last saved part, and a function that closes the notice. */
  flash: SavedFlash | undefined;
  onFlashClose: () => void;
  /** Reads the settings again. */
  onChanged: (flash?: SavedFlash) => Promise<void>;
}
