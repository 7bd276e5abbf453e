import { type Server, createServer } from 'node:http';
import type { Config } from '#server/config.ts';

/** Answers on the ports of the programs until they can: alive, not ready, everything else later. */
export async function openWaitingRoom(config: Config): Promise<() => Promise<void>> {
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
