import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { removeRunFolder, runFolder } from '#testing/run-folder.ts';
import { freePorts } from './free-ports.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    portalUrl: string;
    gatewayUrl: string;
  }
}

const root = join(import.meta.dirname, '..');

/** The whole product as started by a user, on free ports and with its own data directory. */
export default async function runningProduct(project: TestProject): Promise<() => Promise<void>> {
  const port = await freePorts('shared');
  const dataDir = runFolder('e2e');
  const args = ['--port', String(port), '--data-dir', dataDir, '--demo', '120', '--log-level', 'warn'];
  // The rules decide on a slow machine too.
  args.push('--fraud-budget-ms', '10000', '--sms-url', 'sandbox');
  const product = spawn(process.execPath, [join(root, 'scripts', 'start.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await ready(product);
  project.provide('portalUrl', `http://localhost:${port}`);
  project.provide('gatewayUrl', `http://localhost:${port + 1}`);
  return async () => {
    const stopped = new Promise((resolve) => product.once('close', resolve));
    product.kill('SIGTERM');
    await stopped;
    removeRunFolder(dataDir);
  };
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
