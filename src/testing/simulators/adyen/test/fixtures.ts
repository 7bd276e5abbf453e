import { afterEach } from 'vitest';
import {
  startAdyenSimulator,
  type AdyenSimulator,
  type AdyenSimulatorOptions,
} from '../start-adyen-simulator.ts';

const running: AdyenSimulator[] = [];

afterEach(async () => {
  for (const simulator of running.splice(0)) await simulator.close();
});

/** A simulator that ends with its test. */
export async function startSimulator(options?: AdyenSimulatorOptions): Promise<AdyenSimulator> {
  const simulator = await startAdyenSimulator(options);
  running.push(simulator);
  return simulator;
}

/** Fields of all answers that tests read. */
interface ReplyBody {
  resultCode: string;
  pspReference: string;
  errorCode: string;
  id: string;
  lastFour: string;
  shopperReference: string;
  additionalData: Record<string, string>;
  action: { token: string; paymentData: string; authorisationToken: string; url: string };
  threeDS2Result: Record<string, string>;
  threeDSPaymentData: string;
  disputeServiceResult: { success: boolean; errorMessage?: string };
  defenseReasons: object[];
}

interface Reply {
  status: number;
  body: ReplyBody;
  headers: Headers;
}

/** A request as an integration sends it. A closed connection rejects. */
export async function call(
  simulator: AdyenSimulator,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(`${simulator.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': simulator.apiKey, ...headers },
    body: JSON.stringify({ merchantAccount: simulator.merchantAccount, ...body }),
  });
  const text = await response.text();
  const parsed = (text ? JSON.parse(text) : {}) as ReplyBody;
  return { status: response.status, body: parsed, headers: response.headers };
}

/** A card payment of 12.34 EUR, captured by request. */
export function paymentRequest(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    amount: { value: 1234, currency: 'EUR' },
    reference: 'T-1',
    returnUrl: 'https://shop.example/return',
    paymentMethod: card(),
    additionalData: { manualCapture: 'true' },
    ...overrides,
  };
}

/** Adyen's public test card. */
export function card(overrides: Record<string, string> = {}): Record<string, string> {
  return {
    type: 'scheme',
    number: '4111111111111111',
    expiryMonth: '03',
    expiryYear: '2030',
    cvc: '737',
    holderName: 'Ada Harbour',
    ...overrides,
  };
}

/** Makes a payment and returns its PSP reference. */
export async function pay(
  simulator: AdyenSimulator,
  overrides: Record<string, unknown> = {},
): Promise<string> {
  const { body } = await call(simulator, '/v72/payments', paymentRequest(overrides));
  return body.pspReference;
}

/** Money of the only reference. */
export function book(simulator: AdyenSimulator) {
  const [entry] = simulator.books();
  return entry;
}

export function eventCodes(simulator: AdyenSimulator): string[] {
  return simulator.events().map(({ item }) => `${item.eventCode} ${item.success}`);
}
