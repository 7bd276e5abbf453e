import { type CardTrigger, triggerCards } from '#shared/payments/sandbox-triggers.ts';

export type Enrolment = 'Y' | 'N' | 'U';

/** How a test card behaves at the sandbox processor and in sandbox 3-D Secure (docs/domain.md#sandbox). */
export interface CardBehaviour {
  authorises: boolean;
  enrolled: Enrolment;
  /** The issuer's version of 3-D Secure: Mastercard credit (9901) has version 1. */
  version: 1 | 2;
  /** The issuer identifies the browser first: it has a method page. */
  hasMethod?: boolean;
  /** The issuer declines a payment without a challenge with 1A. */
  needsChallenge?: boolean;
  /** What goes wrong with it. */
  trigger?: CardTrigger;
}

/** Columns: authorised Y, N, U, declined Y, N, U. */
const matrix = `
  9900000000005159 9900000000000010 9900000000010258 9900000000005282 9900000000000168 9900000000010407
  9901000000005133 9901000000000019 9901000000010257 9901000000005281 9901000000000167 9901000000010406
  9902000000005132 9902000000000018 9902000000010256 9902000000005280 9902000000000166 9902000000010405
  9903000000005131 9903000000000017 9903000000010255 9903000000005289 9903000000000165 9903000000010404
  9905000000005139 9905000000000015 9905000000010253 9905000000005287 9905000000000163 9905000000010402`;

const moreDeclined = `4462000000000003 4917610000000000 5413330089010483 5124990000000002 5000000000000512`;

/** Authorised and enrolled, with an issuer that identifies the browser first: Mastercard debit, Visa debit, Amex. */
const identifying = `9900000000007114 9902000000007112 9905000000007119`;

/** The 3-D Secure behaviour of a stored card, which always has version 2. */
export type StoredEnrolment = Pick<CardBehaviour, 'enrolled' | 'hasMethod'> & {
  trigger?: CardTrigger | null;
};

/** The issuer takes part in 3-D Secure. */
const enrolledTriggers: ReadonlySet<string> = new Set<CardTrigger>([
  'ATTEMPTED',
  'REJECTED',
  'SILENT_AFTER_CHALLENGE',
]);

const enrolments: readonly Enrolment[] = ['Y', 'N', 'U'];

const byNumber = new Map<string, CardBehaviour>([
  ...splitWords(matrix).map((pan, i): [string, CardBehaviour] => [
    pan,
    { authorises: i % 6 < 3, enrolled: enrolments[i % 3] ?? 'N', version: pan.startsWith('9901') ? 1 : 2 },
  ]),
  ...splitWords(moreDeclined).map((pan): [string, CardBehaviour] => [
    pan,
    { authorises: false, enrolled: 'N', version: 2 },
  ]),
  ...splitWords(identifying).map((pan): [string, CardBehaviour] => [
    pan,
    { authorises: true, enrolled: 'Y', version: 2, hasMethod: true },
  ]),
  ...Object.entries(triggerCards).map(([trigger, pan]): [string, CardBehaviour] => [
    pan,
    {
      authorises: true,
      enrolled: enrolledTriggers.has(trigger) ? 'Y' : 'N',
      version: 2,
      trigger: trigger as CardTrigger,
    },
  ]),
  ['9902000000007211', { authorises: true, enrolled: 'Y', version: 2, needsChallenge: true }],
]);

/** Test cards by their table; any other number is authorised and not enrolled. */
export function cardBehaviour(pan: string): CardBehaviour {
  return byNumber.get(pan) ?? { authorises: true, enrolled: 'N', version: 2 };
}

function splitWords(text: string): string[] {
  return text.trim().split(/\s+/);
}
