import { sqlState } from '#database/sql-state.ts';
import { DatabaseUnavailable } from '#database/open-database.ts';
import type { Replica } from '#database/replica.ts';
import type { Services } from '#server/services.ts';

/** The read replica, where there is one that has the changes of all but the last moments (--replica-lag-ms). */
export function freshReplica({ replica, clock, config }: Services): Replica | undefined {
  const completeUntil = replica?.completeUntil;
  if (!completeUntil) return undefined;
  return clock.now().getTime() - completeUntil.getTime() <= config.replicaLagMs ? replica : undefined;
}

/** A statement was cancelled because the primary has removed its rows, or the replica is gone: the primary answers. */
export const isReplicaFailure = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || sqlState(error) === '40001';
