import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { fallbackHome } from '#database/embedded-postgres.ts';
import { removeRunFolder, runFolder } from '#testing/run-folder.ts';
import { freePorts } from './free-ports.ts';

export interface Product {
  portalUrl: string;
  gatewayUrl: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for each worker. */
    products: readonly Product[];
  }
}

const root = join(import.meta.dirname, '..');

/**
 * The whole product as started by a user, on free ports and with its own data directory. Each worker has one, so tests of
 * two files never use one at the same time. The demo's payments take longer than a dozen starts: they are copied.
 */
export default async function runningProduct(project: TestProject): Promise<() => Promise<void>> {
  const folder = runFolder('e2e');
  const dataDirs = Array.from({ length: project.config.maxWorkers }, (_, index) =>
    join(folder, String(index)),
  );
  const [first = '', ...copies] = dataDirs;
  const ports = [await freePorts('shared')];
  const [port = 0] = ports;
  let running = [await startProduct(first, port)];
  if (copies.length > 0) {
    await Promise.all(running.map(stopProduct));
    for (const copy of copies) {
      copyData(first, copy);
      ports.push(await freePorts('shared', ports.at(-1)));
    }
    running = await Promise.all(dataDirs.map((dataDir, index) => startProduct(dataDir, ports[index] ?? 0)));
  }
  project.provide(
    'products',
    ports.map((portal) => ({
      portalUrl: `http://localhost:${portal}`,
      gatewayUrl: `http://localhost:${portal + 1}`,
    })),
  );
  return async () => {
    await Promise.all(running.map(stopProduct));
    removeRunFolder(folder);
  };
}

async function startProduct(dataDir: string, port: number): Promise<ChildProcess> {
  const args = ['--port', String(port), '--data-dir', dataDir, '--demo', '120', '--log-level', 'warn'];
  // The rules decide on a slow machine too.
  args.push('--fraud-budget-ms', '10000', '--sms-url', 'sandbox');
  const product = spawn(process.execPath, [join(root, 'scripts', 'start.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await ready(product);
  return product;
}

async function stopProduct(product: ChildProcess): Promise<void> {
  const stopped = new Promise((resolve) => product.once('close', resolve));
  product.kill('SIGTERM');
  await stopped;
}

/** Of a product that has stopped. The files of its database can be in another place. */
function copyData(from: string, to: string): void {
  for (const place of [(dataDir: string) => dataDir, fallbackHome]) {
    if (!existsSync(place(from))) continue;
    const { status, stderr } = spawnSync('cp', ['-a', place(from), place(to)], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the demo could not be copied: ${stderr}`);
  }
}

function ready(product: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    product.stdout?.on('data', (chunk) => {
      output += String(chunk);
      if (output.includes('ready http://')) resolve();
    });
    product.once('close', () => reject(new Error(`the product stopped before it was ready:\n${output}`)));
  });
}
