import type { Payment } from './objects.ts';

/** Why a connector or issuer declines. The document has every field, but not which connector fills which. */
interface Decline {
  /** The connector's own code. */
  code: string;
  message: string;
  connector?: string;
  standardisedCode?: string;
  issuerCode?: string;
  adviceCode?: string;
}

/** What becomes of a payment that is confirmed. */
export type Decision =
  | { outcome: 'approved'; checks?: Record<string, unknown> }
  | { outcome: 'declined'; decline: Decline }
  | { outcome: 'processing' | 'requires_customer_action' | 'requires_merchant_action' | 'conflicted' }
  /** Less than the amount. */
  | { outcome: 'partially_authorized'; authorised: number }
  /** The router finds no connector: the payment stays as it was, and the request is refused. */
  | { outcome: 'no_connector' };

/** A test decides; without a decision the card does. */
export type Decide = (payment: Payment) => Decision | undefined;

const declined = (message: string, issuerCode: string): Decision => ({
  outcome: 'declined',
  decline: { code: 'DC_08', message, issuerCode },
});

/** The test cards of the vendor's dummy connectors. Others are approved. */
const cards: Readonly<Record<string, Decision>> = {
  '4000000000000002': declined('Card declined', '05'),
  '4000000000009995': declined('Insufficient funds', '51'),
  '4000000000009987': declined('Lost card', '41'),
  '4000000000009979': declined('Stolen card', '43'),
  '4000003800000446': { outcome: 'requires_customer_action' },
};

/** What a card does, without its number. */
export const behaviourOf = (number: string): string =>
  number in cards ? `card ${number.slice(-4)}` : 'approved';

const byBehaviour = new Map(
  Object.entries(cards).map(([number, decision]) => [behaviourOf(number), decision]),
);

export const decisionOf = (behaviour: string): Decision =>
  byBehaviour.get(behaviour) ?? { outcome: 'approved' };
