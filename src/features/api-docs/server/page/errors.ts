import { adviseMerchant } from '#shared/payments/declines.ts';
import { httpStatusOf, reasonCodes, reasonText } from '#features/payments/reason-codes.ts';
import { type Html, html, table } from './html.ts';

const sides: Readonly<Record<string, string>> = {
  CUSTOMER: 'the customer',
  ISSUER: 'the card’s issuer',
  MERCHANT: 'you',
  PROVIDER: 'us',
  PROCESSOR: 'the processor',
};
const retries: Readonly<Record<string, string>> = {
  NEVER: 'not with this card or request',
  FIX: 'after a correction',
  LATER: 'later',
  AUTHENTICATE: 'with 3-D Secure',
};

const kinds: Readonly<Record<string, string>> = {
  S: 'Success',
  U: 'Waiting',
  V: 'The request',
  A: 'Refused by us',
  C: 'Cancelled',
  D: 'Declined',
  L: 'Locked',
  T: 'Expired',
  X: 'Not reached',
  E: 'Errors of ours',
};

/** Every reason code: its status, its meaning, who can act, and whether another attempt can help. */
export function renderErrors(): Html {
  const groups = Map.groupBy(reasonCodes.toSorted(), (code) => code.slice(0, 1));
  return html`<h1>Errors</h1>
    <p>
      A refusal has <code>reasonCode</code> and <code>reasonMessage</code>, in <code>outcome</code> or at the
      top. Where a field of your request is to blame, <code>field</code> names it and <code>detail</code> says
      what is wrong. A failed payment has <code>outcome.advice</code>: who can act, and when another attempt
      can help. Show payers a sentence of your own, never the reason.
    </p>
    <p>For a decline (D100) the advice depends on the answer of the issuer, so read it from the payment.</p>
    <p>
      Of a Mastercard, <code>outcome.adviceCode</code> is the merchant advice code, if the processor sent one.
      The advice follows it: the longest wait counts, and after 03 or 21 another attempt is never allowed.
    </p>
    <section>
      <h2>The API key</h2>
      ${table(
        ['Code', 'HTTP', 'Meaning'],
        keyCodes.map(([code, status, text]) => [
          html`<code id="${code}">${code}</code>`,
          html`${status}`,
          html`${text}`,
        ]),
      )}
    </section>
    ${Object.entries(kinds).flatMap(([letter, name]) => {
      const codes = groups.get(letter) ?? [];
      return codes.length === 0
        ? []
        : [
            html`<section>
              <h2>${name}</h2>
              ${table(['Code', 'HTTP', 'Meaning', 'Who can act', 'Another attempt'], codes.map(codeRow))}
            </section>`,
          ];
    })}`;
}

/** Codes of the API key, which no transaction has (src/server/http/problem-reply.ts). */
const keyCodes = [
  ['V101', 403, 'This API key may not be used from this address'],
  ['V111', 401, 'The API key is missing or not valid'],
] as const;

function codeRow(code: (typeof reasonCodes)[number]): Html[] {
  const advice = adviseMerchant({ reasonCode: code }, new Date(0));
  return [
    html`<code id="${code}">${code}</code>`,
    html`${httpStatusOf(code)}`,
    html`${reasonText(code)}`,
    html`${sides[advice?.side ?? ''] ?? ''}`,
    html`${retries[advice?.retry ?? ''] ?? ''}`,
  ];
}
