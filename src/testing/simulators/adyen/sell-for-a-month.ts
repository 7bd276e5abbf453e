import { SeededRandom } from '../seeded-random.ts';
import type { AdyenSimulator } from './start-adyen-simulator.ts';

interface MonthOptions {
  /** Sets the clock that the simulator was started with. */
  setNow(now: Date): void;
  /** As `2026-11`. */
  month: string;
  salesADay?: number;
  currencies?: readonly string[];
  seed?: number;
}

/** One sale and what followed, by the references of its requests; money in Adyen's minor units. */
export interface Sale {
  reference: string;
  pspReference: string;
  currency: string;
  value: number;
  at: Date;
  refund?: { reference: string; value: number };
  /** The PSP reference of the dispute. */
  chargeback?: string;
}

/** Sales of every day of a month, captured at once; every sixth is refunded in part, every thirtieth charged back. */
export async function sellForAMonth(simulator: AdyenSimulator, options: MonthOptions): Promise<Sale[]> {
  const { setNow, month, salesADay = 4, currencies = ['EUR', 'USD', 'JPY'], seed = 1 } = options;
  const random = new SeededRandom(seed);
  const sales: Sale[] = [];
  const [year = 0, monthNumber = 0] = month.split('-').map(Number);
  const days = new Date(Date.UTC(year, monthNumber, 0)).getUTCDate();
  for (let day = 1; day <= days; day++) {
    for (let each = 0; each < salesADay; each++) {
      const at = new Date(Date.UTC(year, monthNumber - 1, day, 8 + each, random.below(60)));
      setNow(at);
      const number = sales.length + 1;
      const currency = currencies[random.below(currencies.length)] ?? 'EUR';
      const sale = await sell(simulator, `M-${number}`, currency, 500 + random.below(50_000), at);
      sales.push(sale);
      if (number % 6 === 0) await refund(simulator, sale, 1 + random.below(sale.value));
      else if (number % 30 === 5) {
        sale.chargeback = simulator.openDispute({ reference: sale.reference, eventCode: 'CHARGEBACK' });
      }
    }
  }
  return sales;
}

async function sell(
  simulator: AdyenSimulator,
  reference: string,
  currency: string,
  value: number,
  at: Date,
): Promise<Sale> {
  const { pspReference = '' } = await post(simulator, '/v72/payments', {
    reference,
    amount: { value, currency },
    captureDelayHours: 0,
    returnUrl: 'https://shop.example/return',
    paymentMethod: {
      type: 'scheme',
      number: '4111111111111111',
      expiryMonth: '03',
      expiryYear: '2030',
      cvc: '737',
    },
  });
  return { reference, pspReference, currency, value, at };
}

async function refund(simulator: AdyenSimulator, sale: Sale, value: number): Promise<void> {
  const reference = `${sale.reference}-R`;
  const amount = { value, currency: sale.currency };
  await post(simulator, `/v72/payments/${sale.pspReference}/refunds`, { amount, reference });
  sale.refund = { reference, value };
}

async function post(
  simulator: AdyenSimulator,
  path: string,
  body: object,
): Promise<{ pspReference?: string }> {
  const response = await fetch(`${simulator.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': simulator.apiKey },
    body: JSON.stringify({ merchantAccount: simulator.merchantAccount, ...body }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as { pspReference?: string };
}
