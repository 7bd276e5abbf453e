import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourMs, minuteMs } from '#server/clock.ts';
import { type StoredMail, renderMail } from '#server/mail/render-mail.ts';
import { testKeys } from '#testing/template-contents.ts';
import { importSettlementReports } from '../server/import-reports.ts';
import { reasons } from '../server/mail-operator.ts';
import type { AdyenWorld } from '#testing/start-with-adyen.ts';
import { announce, reportsOf, startAdyenSettlement } from './settlement-fixtures.ts';

let world: AdyenWorld;
beforeAll(async () => {
  world = await startAdyenSettlement();
}, 60_000);
afterAll(async () => {
  await world.app.stop();
  await world.simulator.close();
});

/** The emails about a report, as their text. */
async function mailsAbout(report: string) {
  const { services, owner } = world.app;
  const rows = await owner<(StoredMail & { recipient: string })[]>`
    select template, locale, recipient, contents from mail_outbox where contents ->> 'report' = ${report}`;
  return rows.map((mail) => ({
    to: mail.recipient,
    template: mail.template,
    ...renderMail(mail, { portalUrl: services.config.portalUrl, keys: testKeys }),
  }));
}

async function offer(name: string, csv: string): Promise<void> {
  const { url, merchantAccount } = world.simulator;
  world.simulator.offerReport(name, csv);
  await announce(world, {
    name,
    address: `${url}/reports/download/MerchantAccount/${merchantAccount}/${name}`,
  });
}

const stateOf = async (name: string) => (await reportsOf(world.app)).find((one) => one.name === name)?.state;

test('a refused report is emailed with its connection, line, column and what to do', async () => {
  const name = 'settlement_detail_report_batch_41.csv';
  await offer(name, '<html>\r\n');
  await importSettlementReports.run(world.app.services);
  const [mail, ...others] = await mailsAbout(name);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: world.app.services.config.operatorMail, template: 'reportRefused' });
  expect(mail?.subject).toBe(`Settlement report refused: ${name}`);
  const [connection] = await world.app.owner<{ name: string }[]>`
    select name from processor_connection where connection_id = 301`;
  expect(mail?.text).toContain(`of the connection ${connection?.name} was refused`);
  expect(mail?.text).toContain('Line 1, column <html>: The processor doesn’t document this column.');
  expect(mail?.text).toContain('Ask the processor for the right report.');
  expect(mail?.html).not.toContain('<html>:');
});

test('a report that is refused again is not emailed again', async () => {
  const name = 'settlement_detail_report_batch_42.csv';
  await offer(name, '');
  await importSettlementReports.run(world.app.services);
  await world.app.owner`delete from mail_outbox`;
  await world.app.owner`
    update settlement_report set state = 'WAITING', next_attempt_at = ${world.app.clock.now()} where name = ${name}`;
  await importSettlementReports.run(world.app.services);
  expect(await stateOf(name)).toBe('REFUSED');
  expect(await mailsAbout(name)).toEqual([]);
});

test('a report that could not be fetched in twelve attempts is emailed once, with the reason', async () => {
  const name = 'settlement_detail_report_batch_43.csv';
  await offer(name, '');
  world.simulator.setFault(() => ({ kind: 'server-error' }));
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    expect(await mailsAbout(name)).toEqual([]);
    await importSettlementReports.run(world.app.services);
    world.app.clock.advance(attempt < 8 ? 2 ** attempt * minuteMs : hourMs);
    if (attempt >= 8)
      await world.app.owner`
        update settlement_report set next_attempt_at = ${world.app.clock.now()} where name = ${name} and state = 'WAITING'`;
  }
  world.simulator.setFault(null);
  expect(await stateOf(name)).toBe('FAILED');
  const mails = await mailsAbout(name);
  expect(mails.map(({ template }) => template)).toEqual(['reportUnread']);
  expect(mails[0]?.text).toContain('The processor’s response isn’t a settlement report.');
  world.app.clock.advance(48 * hourMs);
  await importSettlementReports.run(world.app.services);
  expect(await mailsAbout(name)).toHaveLength(1);
});

test('an imported or repeated report is not emailed', async () => {
  const { csv } = world.simulator.makeReport();
  await offer('settlement_detail_report_batch_45.csv', csv);
  await offer('settlement_detail_report_batch_46.csv', csv);
  await importSettlementReports.run(world.app.services);
  for (const [name, state] of [
    ['settlement_detail_report_batch_45.csv', 'IMPORTED'],
    ['settlement_detail_report_batch_46.csv', 'DUPLICATE'],
  ] as const) {
    expect(await stateOf(name)).toBe(state);
    expect(await mailsAbout(name)).toEqual([]);
  }
});

test('a report whose import fails each time is emailed after a day', async () => {
  const name = 'settlement_detail_report_batch_44.csv';
  const { app } = world;
  await announce(world, { name, address: '/' });
  // As a worker leaves it that dies in each attempt.
  const fail = (attempts: number) => app.owner`
    update settlement_report set state = 'IMPORTING', attempts = ${attempts},
      next_attempt_at = ${new Date(app.clock.now().getTime() + minuteMs)} where name = ${name}`;
  await fail(2);
  app.clock.advance(23 * hourMs);
  await fail(270);
  await importSettlementReports.run(app.services);
  expect(await mailsAbout(name)).toEqual([]);
  app.clock.advance(2 * hourMs);
  await fail(290);
  await importSettlementReports.run(app.services);
  await importSettlementReports.run(app.services);
  const mails = await mailsAbout(name);
  expect(mails.map(({ template }) => template)).toEqual(['reportUnread']);
  expect(mails[0]?.text).toContain('The import fails each time.');
});

test('the email words a refusal as the portal does', async () => {
  const file = await readFile('src/app/web/public/locales/en.json', 'utf8');
  const texts = JSON.parse(file) as { settlement: { refusal: unknown } };
  expect(reasons).toEqual(texts.settlement.refusal);
});
