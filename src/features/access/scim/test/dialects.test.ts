import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type TestApp, startApp } from '#testing/start-app.ts';
import type { Send } from '#testing/act-as.ts';
import { providerOf } from './scim-fixtures.ts';

/**
 * The requests of Okta, Entra ID, Google and OneLogin, written after their public documentation. Each file is one conversation:
 * its steps run in order, and later ones use the ids of earlier ones.
 */
interface Step {
  title: string;
  method: Parameters<Send>[0];
  path: string;
  body?: unknown;
  save?: Record<string, string>;
  expect: { status: number; body?: object };
}

const openApps: TestApp[] = [];
afterAll(() => Promise.all(openApps.map((app) => app.stop())));

describe.each(['okta', 'entra', 'google-onelogin'])('%s', (name) => {
  const file = join(import.meta.dirname, 'recorded', `${name}.json`);
  const { steps } = JSON.parse(readFileSync(file, 'utf8')) as { steps: Step[] };
  const ids: Record<string, string> = {};
  let send: Send | undefined;
  const fillIn = (text: string) =>
    text.replaceAll(/\{(user|group)\}/g, (_all, key: string) => ids[key] ?? '');

  async function provider(): Promise<Send> {
    if (send) return send;
    const app = await startApp();
    openApps.push(app);
    return (send = await providerOf(app, { name }));
  }

  test.each(steps.map((step) => [step.title, step] as const))('%s', async (_title, step) => {
    const call = await provider();
    const body = step.body === undefined ? undefined : fillIn(textOf(step.body));
    const path = fillIn(step.path).replaceAll(' ', '%20').replaceAll('"', '%22');
    const response = await call(step.method, `/scim/v2${path}`, body);
    expect([response.status, response.body.detail]).toEqual([step.expect.status, response.body.detail]);
    if (step.expect.body) expect(response.body).toMatchObject(JSON.parse(fillIn(textOf(step.expect.body))));
    for (const [key, from] of Object.entries(step.save ?? {})) ids[key] = response.body[from];
  });
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
