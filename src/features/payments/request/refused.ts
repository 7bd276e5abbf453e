import type { ReasonCode } from '#features/payments/reason-codes.ts';

/** Thrown inside the checks of a request, and turned into its reason code at their edge. */
export class Refused extends Error {
  readonly code: ReasonCode;
  constructor(code: ReasonCode) {
    super(code);
    this.code = code;
  }
}
