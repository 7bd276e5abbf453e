import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addMs, hourMs } from '#server/clock.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import type { Manifest } from '../manifest.ts';
import { makeScheduledFiles } from '../server/make-scheduled-files.ts';
import { compareExport, readManifest } from '../server/verify-export.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  const add = (txnId: number, more: object) => insertTransaction(app.owner, { txnId, ...more });
  await add(20_000_000_001, { minor: 1234 });
  await add(20_000_000_002, { type: 'REFUND', minor: 99 });
  await add(20_000_000_003, { type: 'PAYOUT', currency: 'JPY', digits: 0, minor: 500 });
  await add(20_000_000_004, { currency: 'KWD', digits: 3, minor: 1234, merchRef: 'A "quoted", one' });
  await add(20_000_000_005, { type: 'PREAUTH', minor: 700, merchRef: null });
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());
beforeEach(() => app.owner`delete from view_subscription`);

const columns = ['merch_ref', 'txn_datetime', 'money_moved', 'ccy_code'];

/** A file of the worker as it is stored. */
async function make(format: 'CSV' | 'XLSX', of = columns): Promise<{ file: Buffer; manifest: Manifest }> {
  const view = {
    name: 'All',
    params: { searchRange: 'TODAY' },
    columns: of,
    isShared: false,
    isPinned: false,
  };
  const { body } = await admin('POST', '/proxy/sync/tqs/views/1100', view);
  await admin('POST', '/proxy/sync/tqs/scheduledFiles/1100', {
    viewId: body.id,
    name: null,
    frequency: 'DAILY',
    day: null,
    hour: 11,
    timeZone: 'UTC',
    period: 'VIEW',
    format,
    locale: 'en',
  });
  const clock = { now: () => addMs(app.clock.now(), 2 * hourMs) };
  await makeScheduledFiles.run({ ...app.services, clock });
  const [part] = await app.owner<{ content: Buffer; manifest: Manifest }[]>`
    select content, manifest from view_file join view_file_part using (company_id, file_id)`;
  if (!part) throw new Error('no file was made');
  return { file: part.content, manifest: readManifest(JSON.stringify(part.manifest)) };
}

/** The manifest with the SHA-256 of a changed file, which hides the change. */
const signed = (file: Buffer, manifest: Manifest): Manifest => ({
  ...manifest,
  file: { ...manifest.file, bytes: file.length, sha256: createHash('sha256').update(file).digest('hex') },
});

test.each(['CSV', 'XLSX'] as const)('a %s file agrees with its manifest', async (format) => {
  const { file, manifest } = await make(format);
  expect(manifest.rows).toBe(5);
  expect(compareExport(file, manifest)).toEqual([]);
});

test.each(['CSV', 'XLSX'] as const)('a %s file of one column agrees, empty cells too', async (format) => {
  const { file, manifest } = await make(format, ['merch_ref']);
  expect(compareExport(file, manifest)).toEqual([]);
});

test('a changed byte is found by the SHA-256', async () => {
  const { file, manifest } = await make('CSV');
  const changed = Buffer.from(file.toString('utf8').replace('TXN-20000000001', 'TXN-20000000009'));
  expect(compareExport(changed, manifest)).toEqual([expect.stringMatching(/^SHA-256: /)]);
});

test('a changed amount is found by its sum when the SHA-256 was changed too', async () => {
  const { file, manifest } = await make('CSV');
  const changed = Buffer.from(file.toString('utf8').replace(',12.34,GBP', ',12.35,GBP'));
  expect(compareExport(changed, signed(changed, manifest))).toEqual([
    'Sum of money_moved in GBP: 11.36 in the file, 11.35 in the manifest.',
  ]);
});

test('a missing row is found when the SHA-256 was changed too', async () => {
  const { file, manifest } = await make('CSV');
  const changed = Buffer.from(file.toString('utf8').replace(/^.*,0\.00,GBP\r\n/m, ''));
  expect(compareExport(changed, signed(changed, manifest))).toEqual([
    'Rows: 4 in the file, 5 in the manifest.',
  ]);
});

test.each(['CSV', 'XLSX'] as const)('changed sums of a %s file are found', async (format) => {
  const { file, manifest } = await make(format);
  const totals = manifest.totals.map((total) => ({ ...total, refunded: '0.98' }));
  const differences = compareExport(file, { ...manifest, totals });
  expect(differences).toEqual([expect.stringMatching(/^Totals: GBP 3 12\.34 0\.99 0 11\.35, JPY/)]);
});

test('a file that is no spreadsheet is not readable', async () => {
  const { manifest } = await make('XLSX');
  const file = Buffer.from('something else');
  expect(compareExport(file, signed(file, manifest))).toEqual(['The file is not a readable XLSX file.']);
});

test.each(['', '{}', '{"format": "other"}'])('%s is no manifest', (text) => {
  expect(() => readManifest(text)).toThrow();
});
