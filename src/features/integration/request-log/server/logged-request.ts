/** A request as it is written. It has no card data and no secret any more. */
export interface LoggedRequest {
  /** The secret of the key was right. Otherwise the request only names the key, and has no company yet. */
  isProven: boolean;
  apiId: string;
  companyId: number | null;
  organisationId: number | null;
  /** Milliseconds since 1970. */
  at: number;
  call: string;
  method: string;
  path: string;
  status: number;
  reasonCode: string | null;
  durationMs: number;
  requestId: string;
  idempotencyKey: string | null;
  isReplay: boolean;
  transactionId: number | null;
  ip: string;
  userAgent: string;
  requestBody: string | null;
  responseBody: string | null;
}
