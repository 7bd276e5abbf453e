import { RequestError } from './request-error.ts';
import type { CardFacts, PaymentMethod } from './requests.ts';

/** What the test tokens of the simulator contain: Adyen's documents have none. */
const cards: Readonly<Record<string, Pick<CardFacts, 'brand' | 'bin' | 'lastFour'>>> = {
  visa: { brand: 'visa', bin: '411111', lastFour: '1111' },
  mastercard: { brand: 'mc', bin: '555555', lastFour: '4444' },
  amex: { brand: 'amex', bin: '370000', lastFour: '0002' },
};

const names: Readonly<Record<string, string>> = { applepay: 'applepay', googlepay: 'googlepay' };

/** The wallet of a payment, as Adyen's results call it. */
export const walletOf = ({ type = '' }: PaymentMethod): string | undefined => names[type];

/** The card in a wallet's token. Throws as for a token that Adyen cannot decrypt. */
export function readWalletToken(method: PaymentMethod): CardFacts {
  const message =
    method.type === 'applepay' ? appleMessage(method.applePayToken) : googleMessage(method.googlePayToken);
  const card = cards[/^simulated:([a-z]+)$/.exec(message)?.[1] ?? ''];
  if (!card) throw new RequestError('14_0408', 'Unable to decrypt data', 422);
  return { ...card, expiryMonth: '03', expiryYear: '2030' };
}

/** The base64 of Apple's `paymentData`. */
function appleMessage(token = ''): string {
  const data = parse(Buffer.from(token, 'base64').toString('utf8'));
  const isWhole = ['version', 'data', 'signature', 'header'].every((name) => name in data);
  return isWhole && typeof data.data === 'string' ? Buffer.from(data.data, 'base64').toString('utf8') : '';
}

function googleMessage(token = ''): string {
  const { signedMessage } = parse(token);
  return typeof signedMessage === 'string' ? signedMessage : '';
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
