/** The result of a transaction that a schedule may wait for. */
export interface TransactionEnd {
  approved: boolean;
  reasonCode: string;
  /** Rejected before a transaction was written, so the log names none. */
  isRefused?: boolean;
  /** The processor invalidated a charge it had never received, so nothing was attempted. */
  isForbidden?: boolean;
  now: Date;
}
