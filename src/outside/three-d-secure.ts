/** Placeholder until the payments branch lands. */
export interface ThreeDSecure {
  readonly name: string;
}
