import type { Services } from '#server/services.ts';

/** An action of the demo's staff at a time, which affects later payments: a rule, a value of a list, a decision. */
export interface StaffAct {
  at: Date;
  /** `services` has the clock and the processor of that time. */
  run(services: Services): Promise<void>;
}

export const inOrderOfTime = (acts: readonly StaffAct[]): StaffAct[] =>
  acts.toSorted((a, b) => a.at.getTime() - b.at.getTime());
