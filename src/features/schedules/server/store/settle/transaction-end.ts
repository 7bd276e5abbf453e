/** How a transaction ended that schedules may wait for. */
export interface TransactionEnd {
  approved: boolean;
  reasonCode: string;
  /** Before anything was written: there is no transaction to name. */
  isRefused?: boolean;
  /** It never reached the processor, who was told never to take it: nothing was attempted. */
  isForbidden?: boolean;
  now: Date;
}
