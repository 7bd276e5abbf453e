import { createServer } from 'node:net';

/** Product starts in the browser tests, each with its own ports below the ephemeral range of the system. */
const firstPorts = {
  shared: 18_000,
  firstRun: 19_000,
  firstBusiness: 19_500,
  restore: 20_000,
  startAndStop: 21_000,
  signOn: 22_000,
  poolers: 23_000,
  replica: 24_000,
  package: 25_000,
} as const;

/** The first of three adjacent free ports: portal, gateway, operator. They are above the `last` ones. */
export async function freePorts(suite: keyof typeof firstPorts, last?: number): Promise<number> {
  for (let port = (last ?? firstPorts[suite] + (process.pid % 45) * 10 - 10) + 10; ; port += 10) {
    const free = await Promise.all([port, port + 1, port + 2].map(isFree));
    if (free.every(Boolean)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
