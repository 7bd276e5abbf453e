import type { CaseView } from '../schemas.ts';

/** What a part of the case screen shows, and what it does after a request. */
export interface CaseProps {
  caseView: CaseView;
  /** Loads the case again. */
  onChanged: () => Promise<void>;
  /** The same, and names the user who changed it first. */
  onConflict: () => Promise<void>;
}
