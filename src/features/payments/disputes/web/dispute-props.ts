import type { DisputeView } from '../schemas.ts';

/** A dispute, and what to do after a change of it. */
export interface DisputeProps {
  dispute: DisputeView;
  onChanged: () => Promise<void>;
}
