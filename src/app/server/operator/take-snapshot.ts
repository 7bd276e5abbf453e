import { cannotWrite } from '#database/open-database.ts';
import { secondMs } from '#server/clock.ts';
import type { Services } from '#server/services.ts';
import type { Snapshot } from './describe-status.ts';
import type { FigureReaders } from './figures.ts';

/** The page comes after this time with what is known. */
const patienceMs = 3 * secondMs;

/** Reads every figure, one after the other over one connection. Never throws: what cannot be read is missing. */
export async function takeSnapshot(
  services: Services,
  readers: FigureReaders,
  waitMs = patienceMs,
): Promise<Snapshot> {
  const { config, database, clock, replica } = services;
  const figures: Record<string, unknown> = {};
  let fault: unknown;
  let isAnswered = false;
  const reading = async (): Promise<void> => {
    fault = await database.ready().then(
      () => undefined,
      (error: unknown) => error,
    );
    isAnswered = true;
    if (fault !== undefined && !cannotWrite(fault)) return;
    for (const [name, read] of Object.entries(readers)) {
      try {
        figures[name] = await read();
      } catch {
        // The page shows it as not known.
      }
    }
  };
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, waitMs);
  await Promise.race([reading(), late]);
  clearTimeout(timer);
  const { isDown, since, used, max, waiting } = database.state();
  const completeUntil = replica?.completeUntil;
  return {
    at: clock.now(),
    version: config.version,
    uptimeSeconds: process.uptime(),
    database: {
      isDown: isDown || !isAnswered || (fault !== undefined && !cannotWrite(fault)),
      cannotWrite: cannotWrite(fault),
      since,
      clockOffsetMs: database.clockOffsetMs(),
      used,
      max,
      waiting,
    },
    replicaLagMs: replica && (completeUntil ? clock.now().getTime() - completeUntil.getTime() : null),
    replicaLimitMs: config.replicaLagMs,
    warehouseLimitMs: config.warehouseLagMs,
    hasMailServer: services.mailSender !== undefined,
    figures: { ...figures },
  };
}
