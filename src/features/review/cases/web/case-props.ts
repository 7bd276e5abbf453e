import type { CaseView } from '../schemas.ts';

/** The case that a part of the screen shows, and the reaction to its requests. */
export interface CaseProps {
  caseView: CaseView;
  /** Loads the case again. */
  onChanged: () => Promise<void>;
  /** The same, and names the user who changed it first. */
  onConflict: () => Promise<void>;
}
