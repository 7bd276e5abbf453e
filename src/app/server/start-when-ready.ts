import { setTimeout as sleep } from 'node:timers/promises';
import { type Server, createServer } from 'node:http';
import { DatabaseUnavailable } from '#database/open-database.ts';
import { KeyServiceUnavailable } from '#integrations/key-service/aws-key-service.ts';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';

const retryMs = 1000;
const logEveryMs = 10_000;

/**
 * Prepares and runs once the database and the key service are available. Until then the process is alive, not ready, and
 * logs the reason from time to time.
 */
export async function startWhenDatabaseIsReady<T>(
  config: Config,
  log: Log,
  prepare: () => Promise<T>,
  run: (prepared: T) => Promise<void>,
): Promise<void> {
  let closeRoom = await openWaitingRoom(config);
  let loggedAt = -logEveryMs;
  for (;;) {
    try {
      const prepared = await prepare();
      await closeRoom();
      return await run(prepared);
    } catch (error) {
      await closeRoom();
      const missing = findMissingService(error);
      if (missing === undefined) throw error;
      if (performance.now() - loggedAt >= logEveryMs) {
        log.warn({ reason: (error as Error).message }, `${missing} cannot be reached; waiting for it`);
        loggedAt = performance.now();
      }
    }
    closeRoom = await openWaitingRoom(config);
    await sleep(retryMs);
  }
}

function findMissingService(error: unknown): string | undefined {
  if (error instanceof DatabaseUnavailable) return 'the database';
  return error instanceof KeyServiceUnavailable ? 'the key service' : undefined;
}

/** A message for the operator instead of a stack. */
export function describeError(error: unknown): string {
  const { code, path, dest, message } = error as NodeJS.ErrnoException & { dest?: string };
  // PostgreSQL's own code for a full disk is 53100.
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100')
    return `The disk is full: ${dest ?? path ?? message}.`;
  if (error instanceof DatabaseUnavailable)
    return `The connection to the database was lost during the start (${message}). Start again to continue.`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `${path ?? message} cannot be written (${code}).`;
  return message;
}

/** Serves the ports until the servers start: alive, not ready, 503 for everything else. */
async function openWaitingRoom(config: Config): Promise<() => Promise<void>> {
  const servers: Server[] = [];
  const close = async (): Promise<void> => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  };
  try {
    await listen(config.operatorPort, config.operatorHost);
    if (config.programs.includes('portal')) await listen(config.port, config.host);
    if (config.programs.includes('gateway')) await listen(config.checkoutPort, config.host);
    return close;
  } catch (error) {
    await close();
    throw error;
  }

  function listen(port: number, host: string): Promise<void> {
    const server = createServer((request, response) => {
      const isHealth = request.url === '/health';
      response.writeHead(isHealth ? 200 : 503, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        ...(isHealth ? {} : { 'retry-after': '2' }),
      });
      response.end(JSON.stringify({ status: isHealth ? 'ok' : 'starting' }));
    });
    servers.push(server);
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  }
}
