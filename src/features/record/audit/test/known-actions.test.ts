import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { handlers } from '#app/server/handlers.ts';
import { auditedCalls } from '#shared/define-endpoint.ts';
import { projectRoot } from '#server/config.ts';
import { knownActions, knownKinds } from '../known-actions.ts';

const file = join(projectRoot, 'src', 'app', 'web', 'public', 'locales', 'en.json');
const { act: acts, kind: kinds } = (
  JSON.parse(readFileSync(file, 'utf8')) as { audit: Record<'act' | 'kind', Record<string, string>> }
).audit;

test('has a label for every action that an endpoint records', () => {
  const names = handlers
    .map(({ endpoint }) => endpoint)
    .filter((endpoint) => auditedCalls(endpoint) === 'every');
  expect(names.length).toBeGreaterThan(10);
  expect(names.map(({ name }) => name).filter((name) => acts[name] === undefined)).toEqual([]);
});

test('has a label for every action and kind in the filter', () => {
  expect(knownActions.filter((name) => acts[name] === undefined)).toEqual([]);
  expect(knownKinds.filter((name) => kinds[name] === undefined)).toEqual([]);
});
