import type { SeededRandom } from '../seeded-random.ts';
import type { AdyenAccount, Movement, Payment } from './account.ts';
import { captureWhenDue } from './captures.ts';
import { formatMajor, smallestAmount } from './currency.ts';

/** A wrong line that an import must find. */
export type Difference = 'missing' | 'unknown' | 'amount' | 'currency' | 'twice' | 'payout';

export interface ReportOptions {
  /** Each is planted once, in a line of its own; throws when there are too few lines. */
  differences?: readonly Difference[];
  /** A file that must not be imported: cut off in a line, or with exchanged names of two columns. */
  damage?: 'cut' | 'exchanged columns';
}

interface PlantedDifference {
  kind: Difference;
  pspReference: string;
  modificationReference: string;
}

export interface SettlementReport {
  fileName: string;
  csv: string;
  planted: PlantedDifference[];
}

const columns = [
  'Company Account',
  'Merchant Account',
  'Psp Reference',
  'Merchant Reference',
  'Payment Method',
  'Creation Date',
  'TimeZone',
  'Type',
  'Modification Reference',
  'Gross Currency',
  'Gross Debit (GC)',
  'Gross Credit (GC)',
  'Exchange Rate',
  'Net Currency',
  'Net Debit (NC)',
  'Net Credit (NC)',
  'Commission (NC)',
  'Markup (NC)',
  'Scheme Fees (NC)',
  'Interchange (NC)',
  'Payment Method Variant',
  'Modification Merchant Reference',
  'Batch Number',
] as const;

/** One line before it is written; money in minor units, positive towards the merchant. */
interface Line {
  pspReference: string;
  reference: string;
  method: string;
  at: Date;
  type: string;
  modificationReference: string;
  modificationMerchantReference: string;
  currency: string;
  gross: number;
  markup: number;
  schemeFees: number;
  interchange: number;
}

const types: Partial<Record<Movement['type'], [type: string, sign: 1 | -1]>> = {
  capture: ['Settled', 1],
  refund: ['Refunded', -1],
  'refund reversed': ['RefundedReversed', 1],
  chargeback: ['Chargeback', -1],
  'chargeback reversed': ['ChargebackReversed', 1],
};

/** Settlement details: every movement once, in the first report after it, paid out by currency. */
export class SettlementReports {
  readonly #account: AdyenAccount;
  readonly #settled = new Set<Movement>();
  readonly #files = new Map<string, string>();
  #batch = 0;

  constructor(account: AdyenAccount) {
    this.#account = account;
  }

  fileOf(name: string): string | undefined {
    return this.#files.get(name);
  }

  /** A file that no sale made, such as a damaged one. */
  offer(name: string, csv: string): void {
    this.#files.set(name, csv);
  }

  /** Writes the report and makes its REPORT_AVAILABLE event. */
  make(baseUrl: string, { differences = [], damage }: ReportOptions = {}): SettlementReport {
    captureWhenDue(this.#account);
    const lines = this.#takeLines();
    const planted = plant(lines, differences, this.#account.random);
    this.#batch += 1;
    const rows = [...lines.map((line) => this.#write(line)), ...this.#payouts(lines, differences)];
    const header = damage === 'exchanged columns' ? exchange(columns) : columns;
    const whole = [header.join(','), ...rows.map((cells) => cells.map(quote).join(','))].join('\r\n');
    const csv = damage === 'cut' ? whole.slice(0, Math.floor(whole.length * 0.7)) : `${whole}\r\n`;
    const { merchantAccount } = this.#account.options;
    const fileName = `settlement_detail_report_batch_${this.#batch}.csv`;
    this.#files.set(fileName, csv);
    this.#account.events.add({
      eventCode: 'REPORT_AVAILABLE',
      isSuccess: true,
      pspReference: fileName,
      merchantReference: '',
      amount: { value: 0, currency: 'EUR' },
      reason: `${baseUrl}/reports/download/MerchantAccount/${merchantAccount}/${fileName}`,
    });
    return { fileName, csv, planted };
  }

  #takeLines(): Line[] {
    const lines: Line[] = [];
    for (const payment of this.#account.payments.values()) {
      for (const movement of payment.movements) {
        const kind = types[movement.type];
        if (!kind || this.#settled.has(movement) || hasFailed(payment, movement)) continue;
        this.#settled.add(movement);
        lines.push(lineOf(payment, movement, kind));
      }
    }
    return lines.sort((one, other) => one.at.getTime() - other.at.getTime());
  }

  #write(line: Line): string[] {
    const { currency, gross, markup, schemeFees, interchange } = line;
    const net = gross - markup - schemeFees - interchange;
    const { merchantAccount } = this.#account.options;
    const money = (value: number) => (value === 0 ? '' : formatMajor(value, currency));
    return [
      'HarbourCompany',
      merchantAccount,
      line.pspReference,
      line.reference,
      line.method,
      dateOf(line.at),
      'UTC',
      line.type,
      line.modificationReference,
      currency,
      gross < 0 ? money(-gross) : '',
      gross > 0 ? money(gross) : '',
      '1',
      currency,
      net < 0 ? money(-net) : '',
      net > 0 ? money(net) : '',
      '',
      money(markup),
      money(schemeFees),
      money(interchange),
      line.method,
      line.modificationMerchantReference,
      String(this.#batch),
    ];
  }

  /** One line a currency: what goes to the bank, as a debit of the account. */
  #payouts(lines: readonly Line[], differences: readonly Difference[]): string[][] {
    const sums = new Map<string, number>();
    for (const { currency, gross, markup, schemeFees, interchange } of lines) {
      sums.set(currency, (sums.get(currency) ?? 0) + gross - markup - schemeFees - interchange);
    }
    return [...sums].map(([currency, sum], index) => {
      const paid = sum - (index === 0 && differences.includes('payout') ? 1 : 0);
      return this.#write({
        pspReference: '',
        reference: '',
        method: '',
        at: this.#account.now(),
        type: 'MerchantPayout',
        modificationReference: `TX${this.#batch}${currency}`,
        modificationMerchantReference: '',
        currency,
        gross: -paid,
        markup: 0,
        schemeFees: 0,
        interchange: 0,
      });
    });
  }
}

/** A capture or refund that the scheme sent back before it was settled is in no report. */
function hasFailed(payment: Payment, { type, pspReference }: Movement): boolean {
  const failure = type === 'capture' ? 'capture failed' : 'refund failed';
  return payment.movements.some((other) => other.type === failure && other.pspReference === pspReference);
}

function lineOf(payment: Payment, movement: Movement, [type, sign]: [string, 1 | -1]): Line {
  const { value, pspReference, reference, at } = movement;
  const hasFees = type === 'Settled';
  const { currency } = payment.amount;
  const unit = smallestAmount(currency);
  const fee = (perMille: number) => (hasFees ? Math.round((value * perMille) / (1000 * unit)) * unit : 0);
  return {
    pspReference: payment.pspReference,
    reference: payment.reference,
    method: payment.card.brand,
    at,
    type,
    modificationReference: pspReference,
    modificationMerchantReference: reference,
    currency,
    gross: sign * value,
    markup: fee(6),
    schemeFees: fee(1),
    interchange: fee(2),
  };
}

/** Changes the lines. Each difference takes a line that no other one has. */
function plant(lines: Line[], differences: readonly Difference[], random: SeededRandom): PlantedDifference[] {
  const free = random.shuffle(lines);
  return differences.flatMap((kind): PlantedDifference[] => {
    if (kind === 'payout') return [{ kind, pspReference: '', modificationReference: '' }];
    const line = free.pop();
    if (!line) throw new Error(`The report has too few lines for ${differences.length} differences`);
    if (kind === 'missing') lines.splice(lines.indexOf(line), 1);
    else if (kind === 'twice') lines.push({ ...line });
    else if (kind === 'amount') line.gross += line.gross > 0 ? 1 : -1;
    else if (kind === 'currency') line.currency = line.currency === 'EUR' ? 'USD' : 'EUR';
    else {
      const alien = random.text('BCDFGHJKLMNPQRSTVWXZ23456789', 16);
      line.pspReference = alien;
      line.modificationReference = alien;
      line.reference = `=HYPERLINK("https://elsewhere.example")`;
      line.modificationMerchantReference = 'unknown';
    }
    const { pspReference, modificationReference } = line;
    return [{ kind, pspReference, modificationReference }];
  });
}

function exchange(names: readonly string[]): string[] {
  return names.map((name) =>
    name === 'Net Debit (NC)' ? 'Net Credit (NC)' : name === 'Net Credit (NC)' ? 'Net Debit (NC)' : name,
  );
}

function dateOf(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ');
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
