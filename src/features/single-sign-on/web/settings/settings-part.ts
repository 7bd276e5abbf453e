import type { SignOnView } from '../../schemas.ts';

/** What the cards of the settings share. */
export interface SettingsPart {
  view: SignOnView;
  /** Reads the settings again; `news`: the text key of what was saved. */
  onChanged: (news?: string) => Promise<void>;
}
