import { afterEach } from 'vitest';
import {
  startStripeSimulator,
  type StripeSimulator,
  type StripeSimulatorOptions,
} from '../start-stripe-simulator.ts';

const running: StripeSimulator[] = [];

afterEach(async () => {
  for (const simulator of running.splice(0)) await simulator.close();
});

/** A simulator that ends with its test. */
export async function startSimulator(options?: StripeSimulatorOptions): Promise<StripeSimulator> {
  const simulator = await startStripeSimulator(options);
  running.push(simulator);
  return simulator;
}

/** Fields of all answers that tests read. */
interface ReplyBody {
  id: string;
  status: string;
  amount: number;
  amount_capturable: number;
  amount_received: number;
  customer: string;
  payment_method: string;
  latest_charge: string & {
    outcome: Record<string, unknown>;
    payment_method_details: { card: { checks: object; three_d_secure: Record<string, unknown> } };
    balance_transaction: { net: number; fee: number };
  };
  last_payment_error: Record<string, unknown>;
  next_action: { redirect_to_url: { url: string } };
  error: Record<string, unknown>;
  data: ReplyBody[];
  has_more: boolean;
  net: number;
  source: string;
  type: string;
  evidence_details: { submission_count: number };
}

interface Reply {
  status: number;
  body: ReplyBody;
  headers: Headers;
}

/** A form as an integration sends it; without one, a GET. A closed connection rejects. */
export async function call(
  simulator: StripeSimulator,
  path: string,
  form?: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(`${simulator.url}/v1/${path}`, {
    method: form ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${simulator.apiKey}`, ...headers },
    body: form && new URLSearchParams(form),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: (text ? JSON.parse(text) : {}) as ReplyBody,
    headers: response.headers,
  };
}

/** 12.34 EUR with a test card, held until its capture. */
export function intentForm(overrides: Record<string, string> = {}) {
  return {
    amount: '1234',
    currency: 'eur',
    capture_method: 'manual',
    'payment_method_types[0]': 'card',
    payment_method: 'pm_card_visa',
    'metadata[reference]': 'T-1',
    ...overrides,
  };
}

export function cardForm(number: string) {
  return {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '3',
    'card[exp_year]': '2030',
    'card[cvc]': '123',
  };
}

/** Prepares an intent and returns its id. The document has raw cards in payment methods only. */
export async function prepare(
  simulator: StripeSimulator,
  number = '4242424242424242',
  overrides?: Record<string, string>,
  cardOverrides?: Record<string, string>,
) {
  const method = await call(simulator, 'payment_methods', { ...cardForm(number), ...cardOverrides });
  const form = intentForm({ payment_method: method.body.id, ...overrides });
  return (await call(simulator, 'payment_intents', form)).body.id;
}

/** A captured payment. */
export async function pay(simulator: StripeSimulator, number?: string, overrides?: Record<string, string>) {
  const id = await prepare(simulator, number, { capture_method: 'automatic', ...overrides });
  await call(simulator, `payment_intents/${id}/confirm`, {});
  return id;
}

/** Money of the only reference. */
export function book(simulator: StripeSimulator) {
  const [entry] = simulator.books();
  return entry;
}

export function eventTypes(simulator: StripeSimulator): string[] {
  return simulator.events().map(({ item }) => item.type);
}
