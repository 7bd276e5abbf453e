/** Placeholder until the payments branch lands. */
export interface Processor {
  readonly name: string;
}
