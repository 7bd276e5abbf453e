import { afterEach } from 'vitest';
import { startHyperswitchSimulator, type HyperswitchSimulator } from '../start-hyperswitch-simulator.ts';

const running: HyperswitchSimulator[] = [];

afterEach(async () => {
  for (const simulator of running.splice(0)) await simulator.close();
});

/** A simulator that ends with its test. */
export async function startSimulator(
  options?: Parameters<typeof startHyperswitchSimulator>[0],
): Promise<HyperswitchSimulator> {
  const simulator = await startHyperswitchSimulator(options);
  running.push(simulator);
  return simulator;
}

interface Reply {
  status: number;
  /** Fields of all answers that tests read. */
  body: {
    payment_id: string;
    refund_id: string;
    status: string;
    amount_received: number;
    amount_capturable: number;
    customer_id: string;
    payment_method_id: string;
    issuer_error_code: string;
    next_action: { redirect_to_url: string } | null;
    code: string;
    error: { code: string };
    dispute_status: string;
  };
}

/** A closed connection rejects. */
export async function call(
  simulator: HyperswitchSimulator,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(`${simulator.url}${path}`, {
    method,
    headers: { 'api-key': simulator.apiKey, 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Reply['body'] };
}

/** 30 characters. */
export const idOf = (number: number): string => `pay_${String(number).padStart(26, '0')}`;
export const refundId = (number: number): string => `ref_${String(number).padStart(26, '0')}`;

/** 12.34 EUR with a test card, confirmed at once. */
export const paymentBody = (overrides: object = {}, number = '4242424242424242') => ({
  payment_id: idOf(1),
  amount: 1234,
  currency: 'EUR',
  confirm: true,
  capture_method: 'automatic',
  payment_method: 'card',
  payment_method_data: {
    card: {
      card_number: number,
      card_exp_month: '03',
      card_exp_year: '30',
      card_holder_name: 'A Buyer',
      card_cvc: '123',
    },
  },
  metadata: { reference: 'T-1' },
  ...overrides,
});

export const pay = (simulator: HyperswitchSimulator, overrides?: object, number?: string) =>
  call(simulator, 'POST', '/payments', paymentBody(overrides, number));

export const eventTypes = (simulator: HyperswitchSimulator): string[] =>
  simulator.events().map(({ item }) => item.event_type);
