import type { FaultDetail } from '#shared/problem.ts';
import type { ReasonCode } from '#features/payments/reason-codes.ts';

/** Why a request is refused; `field` as the request spells it, where one is to blame. */
export interface Refusal {
  code: ReasonCode;
  field?: string | undefined;
  /** Where the code itself does not say it. */
  detail?: FaultDetail | undefined;
}

/** Thrown inside the checks of a request, and turned into its refusal at their edge. */
export class RequestRejected extends Error {
  readonly refusal: Refusal;
  constructor(code: ReasonCode, field?: string, detail?: FaultDetail) {
    super(code);
    this.refusal = { code, field, detail };
  }
}
