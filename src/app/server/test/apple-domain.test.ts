import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { startApp } from '#testing/start-app.ts';

const path = '/.well-known/apple-developer-merchantid-domain-association';

test('the gateway serves the file of Apple that the operator names', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'apple-')), 'association');
  writeFileSync(file, '7B227073704964223A2241');
  const app = await startApp({ flags: ['--apple-pay-domain-file', file] });
  const found = await app.gateway.inject({ url: path });
  expect([found.statusCode, found.body]).toEqual([200, '7B227073704964223A2241']);
  expect((await app.portal.inject({ url: path })).body).not.toContain('7B2270');
  await app.stop();
});

test('without it there is none, and a missing file ends the start', async () => {
  const app = await startApp();
  expect((await app.gateway.inject({ url: path })).statusCode).toBe(404);
  await app.stop();
  expect(() => readConfig(['--apple-pay-domain-file', '/none/such'], {})).toThrow(/apple-pay-domain-file/);
});
