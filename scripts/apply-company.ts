import { open, readFile, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ApplyError } from '#features/setup/setup/server/apply/apply-error.ts';
import { type Applied, StateMoved, applyCompany } from '#features/setup/setup/server/apply/apply-company.ts';
import type { NewSecret, RunEnvironment } from '#features/setup/setup/server/apply/apply-run.ts';
import { parseCompanyFile } from '#features/setup/setup/server/apply/company-file.ts';
import { generateKey } from '#features/setup/setup/server/export-run.ts';
import { safeWebClient } from '#integrations/web/safe-web-client.ts';
import { applyProcessors, parseProcessorsFile } from '#features/setup/setup/server/apply/apply-processors.ts';
import { readConfig } from '#server/config.ts';
import type { Keys } from '#server/keys.ts';
import { createLog } from '#server/log.ts';
import { operatorAdapters } from './operator-adapters.ts';
import { type DatabaseOptions, withOperatorDatabase } from './operator-database.ts';

export interface ApplyCommand extends DatabaseOptions {
  file: string;
  operator: string;
  isPlanOnly: boolean;
  isPruning: boolean;
  expect: string | undefined;
  /** A new file for secrets. Without it they go to the terminal. */
  secretsOut: string | undefined;
}

interface CreateCommand extends DatabaseOptions {
  operator: string;
  company: { key: string | undefined; name: string; under: string | undefined; timeZone: string | undefined };
}

/** Creates a company alone. Exit code 0: done, 1: the name or key is taken or wrong. */
export async function runCreateCompany(command: CreateCommand): Promise<number> {
  const { key, name, under, timeZone } = command.company;
  const company = { key: key ?? generateKey(name, 'company', () => false), name, under, timeZone };
  const json: unknown = JSON.parse(JSON.stringify({ version: 1, company }));
  const options = { isPlanOnly: false, isPruning: false, expect: undefined, secretsOut: undefined };
  return applyJson({ ...command, ...options, file: '', isNew: true }, json);
}

/** Applies a company's file. Exit code 0: done or no changes, 1: nothing was changed because of an error, 2: changes planned. */
export async function runApply(command: ApplyCommand): Promise<number> {
  return applyJson(command, await readJson(command.file));
}

async function applyJson(command: ApplyCommand & { isNew?: boolean }, json: unknown): Promise<number> {
  const parsed = parseCompanyFile(json);
  if ('errors' in parsed) {
    for (const { message } of parsed.errors) console.error(message);
    return 1;
  }
  const written: string[] = [];
  let applied: Applied;
  try {
    applied = await withOperatorDatabase(command, (database, keys) =>
      applyCompany(database, createEnvironment(command, keys), parsed.file, {
        operator: command.operator,
        now: new Date(),
        isPlanOnly: command.isPlanOnly,
        isPruning: command.isPruning,
        isNew: command.isNew,
        expect: command.expect,
        keepSecrets: async (secrets) => {
          const lines = secrets.map(secretLines).join('');
          if (command.secretsOut === undefined) return writeToTerminal(lines);
          await writeNew(command.secretsOut, lines);
          written.push(command.secretsOut);
        },
      }),
    );
  } catch (error) {
    // The transaction was rolled back, so nothing has these secrets.
    for (const file of written) await rm(file, { force: true });
    if (!(error instanceof ApplyError || error instanceof StateMoved)) throw error;
    console.error(error.message);
    return 1;
  }
  for (const line of applied.plan.lines) console.log(line);
  console.log(applied.plan.summary());
  if (written.length > 0) console.error(`The secrets are in ${written.join('')}.`);
  return command.isPlanOnly && applied.plan.hasChanges ? 2 : 0;
}

/** Applies the operator's own connections and routes. Exit codes as for a company's file. */
export async function runApplyProcessors(
  command: DatabaseOptions & { file: string; operator: string; isPlanOnly: boolean },
): Promise<number> {
  const parsed = parseProcessorsFile(await readJson(command.file));
  if ('errors' in parsed) {
    for (const { message } of parsed.errors) console.error(message);
    return 1;
  }
  const { operator, isPlanOnly } = command;
  try {
    const plan = await withOperatorDatabase(command, (database, keys) =>
      applyProcessors(database, createEnvironment(command, keys), parsed.file, {
        operator,
        now: new Date(),
        isPlanOnly,
      }),
    );
    for (const line of plan.lines) console.log(line);
    console.log(plan.summary());
    return isPlanOnly && plan.hasChanges ? 2 : 0;
  } catch (error) {
    if (!(error instanceof ApplyError)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** Files that the company's file names are read from its folder. */
function createEnvironment({ file }: Pick<ApplyCommand, 'file'>, keys: Keys): RunEnvironment {
  const config = readConfig([], process.env);
  const { insecureCallbacks } = config;
  return {
    keys,
    insecureCallbacks,
    webClient: safeWebClient({ isInsecureAllowed: insecureCallbacks }),
    adapterClient: safeWebClient({ isInsecureAllowed: false, privateHosts: config.processorHosts }),
    adapters: operatorAdapters,
    config,
    log: createLog('warn'),
    readFile: (path) => readFile(resolve(dirname(file), path)),
    readVariable: (name) => process.env[name],
  };
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `there is no file ${file}` : error.message, { cause: error });
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

/** Names of variables from the key in the file: WEB_SHOP_API_ID, SHOP_WEBHOOK_SECRET. */
function secretLines({ kind, key, id, secret }: NewSecret): string {
  const name = `${key.toUpperCase().replaceAll('-', '_')}_${kind === 'apiKey' ? 'API' : 'WEBHOOK'}`;
  return `${name}_ID=${id}\n${name}_SECRET=${secret}\n`;
}

function writeToTerminal(lines: string): void {
  if (!process.stdout.isTTY)
    throw new Error('secrets are written to a terminal or with --secrets-out, never to a pipe.');
  process.stdout.write(`${lines}The secrets cannot be shown again.\n`);
}

/** Never overwrites a file. Only the operator can read the new one. */
async function writeNew(file: string, lines: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(lines);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
