import {
  type ReportRefusal,
  type SettlementLine,
  type SettlementReportRef,
  type Settlements,
  sumFees,
} from '../settlements.ts';
import type { ProcessorOperation } from '../adapter.ts';
import type { KitCheck } from './check-operations.ts';
import { type Driver, NotTestable, require } from './driver.ts';
import type { SettlementSource } from './subject.ts';

function sourceOf({ connection, subject }: Driver): { source: SettlementSource; settlements: Settlements } {
  const { settlements } = connection;
  if (!settlements) throw new NotTestable('the connection has no settlement reports');
  if (!subject.settlement) throw new NotTestable('only a simulator can settle at once');
  return { source: subject.settlement, settlements };
}

interface ReadReport {
  lines: SettlementLine[];
  sha256: string | undefined;
  refusal: ReportRefusal | undefined;
  isUnavailable: boolean;
}

function readReport(driver: Driver, report: SettlementReportRef): Promise<ReadReport> {
  const { settlements } = sourceOf(driver);
  return driver.run('a settlement report', async () => {
    const read: ReadReport = { lines: [], sha256: undefined, refusal: undefined, isUnavailable: false };
    for await (const part of settlements.read(report)) {
      require(read.sha256 === undefined, 'something comes after the end');
      if (part.kind === 'lines') read.lines.push(...part.lines);
      else if (part.kind === 'end') read.sha256 = part.sha256;
      else if (part.kind === 'refused') read.refusal = part.refusal;
      else read.isUnavailable = true;
    }
    return read;
  });
}

interface Settled {
  sale: ProcessorOperation;
  refund: ProcessorOperation;
  report: SettlementReportRef;
  read: ReadReport;
}

/** Sells, refunds a part, and reads the report that has both. */
async function settle(driver: Driver): Promise<Settled> {
  const { source } = sourceOf(driver);
  const sale = driver.operation('SALE');
  const response = await driver.approve(sale);
  const refund = driver.followUp('REFUND', sale, response, 500);
  await driver.approve(refund);
  for (const report of await source.settle()) {
    const read = await readReport(driver, report);
    if (read.lines.some(({ reference }) => reference === sale.reference))
      return { sale, refund, report, read };
  }
  require(false, 'no report has the payment');
}

/** Reads as incomplete: the product shows none of its lines. */
function requireIncomplete({ sha256 }: ReadReport, what: string): void {
  require(sha256 === undefined, `${what} is read as a whole report`);
}

/** Settlement reports (docs/processors.md#settlement). */
export const settlementChecks: readonly KitCheck[] = [
  {
    name: 'a settlement report has the payment and its refund, in our minor units',
    async run(driver) {
      const { sale, refund, read } = await settle(driver);
      require(/^[0-9a-f]{64}$/.test(read.sha256 ?? ''), 'the report has no end with its SHA-256');
      const lineOf = ({ reference }: ProcessorOperation) =>
        read.lines.filter((line) => line.reference === reference);
      const [payment, ...second] = lineOf(sale);
      require(payment !== undefined && second.length === 0, `the payment has ${second.length + 1} lines`);
      require(payment.kind === 'PAYMENT', `the payment is ${payment.kind}`);
      const { grossMinor, grossCurrency } = payment;
      require(grossMinor === sale.amountMinor &&
        grossCurrency === sale.currency, `it is ${grossMinor} ${grossCurrency}`);
      const [back] = lineOf(refund);
      require(back?.kind === 'REFUND' &&
        back.grossMinor === -refund.amountMinor, 'the refund is missing or wrong');
    },
  },
  {
    name: 'a settlement report that is read twice is the same',
    async run(driver) {
      const { report, read } = await settle(driver);
      const again = await readReport(driver, report);
      require(again.sha256 === read.sha256, 'its SHA-256 differs');
      require(JSON.stringify(again.lines) === JSON.stringify(read.lines), 'its lines differ');
    },
  },
  {
    name: 'gross less fees is net in every settlement line',
    async run(driver) {
      const { read } = await settle(driver);
      for (const { grossCurrency, netCurrency, grossMinor, netMinor, fees, type } of read.lines)
        require(grossCurrency !== netCurrency ||
          grossMinor - sumFees(fees) === netMinor, `a line ${type} does not add up`);
    },
  },
  {
    name: 'the net lines of each settlement batch sum to the bank payout',
    async run(driver) {
      const { read } = await settle(driver);
      const batches = Map.groupBy(read.lines, ({ batch, netCurrency }) => `${batch} ${netCurrency}`);
      const sum = (lines: readonly SettlementLine[]) =>
        lines.reduce((total, { netMinor }) => total + netMinor, 0);
      for (const [batch, lines] of batches) {
        const [payouts, others] = [
          lines.filter(({ kind }) => kind === 'BANK_PAYOUT'),
          lines.filter(({ kind }) => kind !== 'BANK_PAYOUT'),
        ];
        require(sum(others) ===
          -sum(payouts), `${batch} sums to ${sum(others)}, and ${-sum(payouts)} went to the bank`);
      }
    },
  },
  {
    name: 'a settlement report with exchanged columns is refused',
    async run(driver) {
      const { source } = sourceOf(driver);
      if (!source.damaged) throw new NotTestable('its reports are no files');
      await driver.approve(driver.operation('SALE'));
      const read = await readReport(driver, await source.damaged('exchanged columns'));
      requireIncomplete(read, 'it');
      require(read.refusal?.code === 'SUM', `it is refused as ${read.refusal?.code}`);
    },
  },
  {
    name: 'a settlement report that is cut off is not read as a whole one',
    async run(driver) {
      const { source } = sourceOf(driver);
      const { faults } = driver.subject;
      if (source.damaged) {
        await driver.approve(driver.operation('SALE'));
        const read = await readReport(driver, await source.damaged('cut'));
        requireIncomplete(read, 'it');
        require(read.refusal?.code === 'CUT_OFF', `it is refused as ${read.refusal?.code}`);
        return;
      }
      if (!faults.supported.includes('cut-json')) throw new NotTestable(faults.why);
      const { report } = await settle(driver);
      faults.next('cut-json');
      const read = await readReport(driver, report);
      requireIncomplete(read, 'it');
      require(read.isUnavailable, 'a destroyed answer is no reason to try again');
    },
  },
  {
    name: 'a settlement report that does not exist is not read',
    async run(driver) {
      const { report } = await settle(driver);
      const { name, address } = report;
      const unknown = `${name.slice(0, -1)}x`;
      const other = address === undefined ? {} : { address: address.replace(name, unknown) };
      const read = await readReport(driver, { name: unknown, ...other });
      requireIncomplete(read, 'it');
      require(read.lines.length === 0, 'it has lines');
    },
  },
];
