import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import { seedStandardRoles } from '#app/server/demo/demo-users.ts';
import { migrate } from '#database/migrate.ts';
import { openDatabase } from '#database/open-database.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { type ApplyOptions, applyCompany } from '../server/apply/apply-company.ts';
import type { RunEnvironment } from '../server/apply/apply-run.ts';
import { parseCompanyFile } from '../server/apply/company-file.ts';

export const read = (path: string) =>
  readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8');

export interface Example extends Record<string, unknown> {
  company: Record<string, unknown>;
  organisations: Record<string, unknown>[];
  installations: Record<string, unknown>[];
  users: Record<string, unknown>[];
  customFields: Record<string, unknown>[];
  apiKeys: Record<string, unknown>[];
  roles: Record<string, unknown>[];
  webhooks: Record<string, unknown>[];
  security: Record<string, unknown>;
  approvals: Record<string, unknown>[];
}

/** The example of docs/running.md. */
export function example(): Example {
  const [, json = ''] = /```json company\n([^`]+)```/.exec(read('docs/running.md')) ?? [];
  return JSON.parse(json) as Example;
}

/** A migrated database without rows; returns its connection string. */
export async function emptyDatabase(prefix: string): Promise<string> {
  const name = `${prefix}_${process.pid}`;
  const url = new URL(inject('databaseServer'));
  const sql = openDatabase(url.href, { as: 'owner', max: 1 });
  await sql.unsafe(`drop database if exists ${name}`);
  await sql.unsafe(`create database ${name}`);
  await sql.end();
  url.pathname = `/${name}`;
  await migrate(url.href);
  return url.href;
}

/** The product on an empty database with the standard roles. */
export async function startEmpty(prefix: string, flags: string[] = []): Promise<TestApp> {
  const app = await startApp({ databaseUrl: await emptyDatabase(prefix), flags });
  await app.owner.begin(seedStandardRoles);
  return app;
}

/** A PNG image of one pixel. */
const logo =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const files: Readonly<Record<string, Buffer>> = {
  'logo.png': Buffer.from(logo, 'base64'),
  'hooks-url': Buffer.from('https://shop.example/hooks?key=52\n'),
};
/** Environment variables of the operator's machine. */
export const variables: Record<string, string> = {
  WEBHOOK_SHOP_URL: 'https://shop.example/hooks?key=51\n',
};

const readFile = (path: string): Promise<Buffer> => {
  const bytes = files[path];
  return bytes ? Promise.resolve(bytes) : Promise.reject(new Error('ENOENT'));
};

/** The operator's machine. */
export function environmentOf(app: TestApp): RunEnvironment {
  const { keys, webClient, adapterClient, config, adapters, log } = app.services;
  const { insecureCallbacks } = config;
  const readVariable = (name: string) => variables[name];
  return {
    keys,
    insecureCallbacks,
    webClient,
    adapterClient,
    adapters,
    config,
    log,
    readFile,
    readVariable,
  };
}

/** Applies a file as the command does. */
export async function applyTo(app: TestApp, json: unknown, options: Partial<ApplyOptions> = {}) {
  const parsed = parseCompanyFile(json);
  if ('errors' in parsed) throw parsed.errors[0] as Error;
  const { plan } = await applyCompany(app.services.database, environmentOf(app), parsed.file, {
    operator: 'Ana',
    now: app.clock.now(),
    isPlanOnly: false,
    isPruning: false,
    keepSecrets: () => Promise.resolve(),
    ...options,
  });
  return { lines: plan.lines, summary: plan.summary(), state: plan.state };
}
