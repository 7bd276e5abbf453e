import { currencyDigits } from '#shared/currencies.ts';
import { fromProcessorMinor } from './processor-amount.ts';
import { type SettlementFees, type SettlementKind, sumFees } from './settlements.ts';

/** The money of a line in the processor's minor units: gross less fees is net, in one currency. */
export interface ExactLine {
  batch: string;
  kind: SettlementKind;
  gross: number;
  grossCurrency: string;
  net: number;
  netCurrency: string;
  fees: SettlementFees;
}

interface WholeLine {
  grossMinor: number;
  netMinor: number;
  fees: SettlementFees;
}

/**
 * A report in our minor units. A processor can divide a currency further than ISO 4217 does (CLP and ISK into hundredths at Adyen and Stripe), and
 * its fees need not be whole then. What rounding a line leaves is carried to the next one of its batch, so that the net lines of a batch come to its
 * exact sum, rounded once (docs/decisions/0382).
 */
export class LineRounding {
  readonly #digits: Readonly<Record<string, number>>;
  /** By batch and currency, in the processor's units: at most half of one of ours. */
  readonly #rests = new Map<string, number>();

  /** `digits`: of each currency at the processor. */
  constructor(digits: Readonly<Record<string, number>>) {
    this.#digits = digits;
  }

  /** Returns the name of what is no amount of ours: a payment and a bank payout have whole amounts. */
  round(line: ExactLine): WholeLine | 'gross' | 'net' {
    const { gross, grossCurrency, net, netCurrency, kind } = line;
    const grossMinor = this.#exact(gross, grossCurrency);
    const netMinor = this.#exact(net, netCurrency);
    const fees = mapFees(line.fees, (fee) => this.#exact(fee, netCurrency));
    if (grossMinor !== undefined && netMinor !== undefined && fees) return { grossMinor, netMinor, fees };
    const moreDigits = (this.#digits[netCurrency] ?? 0) - (currencyDigits(netCurrency) ?? Infinity);
    const isWhole = netMinor !== undefined && fees !== undefined;
    if (!isWhole && (moreDigits <= 0 || kind === 'BANK_PAYOUT')) return 'net';
    const isExchanged = grossCurrency !== netCurrency;
    if (grossMinor === undefined && (isExchanged || !isFee(kind))) return 'gross';
    return this.#carry(line, grossMinor, 10 ** moreDigits);
  }

  #exact(value: number, currency: string): number | undefined {
    const digits = this.#digits[currency];
    return digits === undefined ? undefined : fromProcessorMinor(value, currency, digits);
  }

  #carry(
    { batch, grossCurrency, net, netCurrency, fees }: ExactLine,
    whole: number | undefined,
    unit: number,
  ) {
    const key = `${batch} ${netCurrency}`;
    const total = net + (this.#rests.get(key) ?? 0);
    const netMinor = roundTo(total, unit);
    this.#rests.set(key, total - netMinor * unit);
    const rounded = mapFees(fees, (fee) => roundTo(fee, unit)) ?? fees;
    const grossMinor = whole ?? netMinor + sumFees(rounded);
    if (grossCurrency === netCurrency) {
      // The largest fee takes the difference, so that gross less fees stays net.
      const names = Object.keys(rounded) as (keyof SettlementFees)[];
      const largest = names.toSorted((one, other) => Math.abs(fees[other]) - Math.abs(fees[one]))[0];
      if (largest) rounded[largest] += grossMinor - netMinor - sumFees(rounded);
    }
    return { grossMinor, netMinor, fees: rounded };
  }
}

/** Of no payment of ours. */
const isFee = (kind: SettlementKind): boolean => kind === 'FEE' || kind === 'OTHER';

/** Halves up; never -0. */
const roundTo = (value: number, unit: number): number => Math.round(value / unit) + 0;

function mapFees(
  fees: SettlementFees,
  convert: (fee: number) => number | undefined,
): SettlementFees | undefined {
  const entries = Object.entries(fees).map(([name, fee]) => [name, convert(fee)] as const);
  return entries.some(([, fee]) => fee === undefined)
    ? undefined
    : (Object.fromEntries(entries) as unknown as SettlementFees);
}
