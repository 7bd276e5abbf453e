import { triggerCards } from '#shared/payments/sandbox-triggers.ts';

/** What a developer sends, and what follows. A test runs every row (test/rehearsals.test.ts). */
export interface Rehearsal {
  /** The request that shows it. Captures, cancels, refunds and repeats follow a payment with the same card. */
  request: 'payment' | 'capture' | 'cancel' | 'refund' | 'repeat';
  /** A card that is approved, where missing. */
  card?: string;
  /** The last digits of the amount of the request; any amount where missing. */
  ending?: string;
  /** At least this amount, where it matters. */
  from?: string;
  /** Reason code of the response. */
  code: string;
  /** Reason code of the end, where it comes later. */
  later?: string;
  /** `threeDSecure.status` of the end. The payment has `do3DSecure`. */
  authentication?: string;
  /** How the challenge ends, where there is one: with the password, or without. */
  challenge?: 'passed' | 'failed' | 'passed after X208';
  /** Stage of the dispute that is opened. */
  dispute?: 'CHARGEBACK' | 'INQUIRY';
  /** For the guide. */
  effect: string;
}

const visa = '9902000000000018';
const mastercard = '9900000000000010';
const enrolled = '9902000000005132';

/** By the headings of the guide. */
export const rehearsals: Readonly<Record<string, readonly Rehearsal[]>> = {
  Declines: [
    { request: 'payment', ending: '.51', code: 'D100', effect: 'declined: insufficient funds' },
    {
      request: 'payment',
      card: mastercard,
      ending: '.82',
      code: 'D100',
      effect: 'declined; Mastercard advises to retry after two days',
    },
    {
      request: 'payment',
      card: mastercard,
      ending: '.79',
      code: 'D100',
      effect: 'declined; Mastercard advises never to retry',
    },
    { request: 'payment', ending: '.91', code: 'X203', effect: 'the issuer cannot be reached' },
    { request: 'payment', card: '9902000000000166', code: 'D100', effect: 'the card is always declined' },
    {
      request: 'repeat',
      card: triggerCards.DECLINED_LATER,
      code: 'D100',
      effect: 'the first payment is approved; repeats and schedules are declined',
    },
    { request: 'capture', ending: '.65', code: 'D100', effect: 'the capture is declined' },
    { request: 'cancel', ending: '.66', code: 'D100', effect: 'the cancellation is declined' },
  ],
  'Missing and late results': [
    {
      request: 'payment',
      card: triggerCards.LOST,
      code: 'S100',
      effect: 'the response of the processor is lost; a look-up finds the approval at once',
    },
    {
      request: 'payment',
      card: triggerCards.SLOW,
      code: 'S100',
      effect:
        'the response takes eight seconds. Your client may give up: repeat with the same `Idempotency-Key`',
    },
    {
      request: 'payment',
      card: triggerCards.UNKNOWN,
      code: 'U200',
      later: 'S100',
      effect: 'the result is unknown for half a minute, and is then found: approved',
    },
    {
      request: 'payment',
      card: triggerCards.UNKNOWN_DECLINED,
      code: 'U200',
      later: 'D100',
      effect: 'the result is unknown for half a minute, and is then found: declined',
    },
    {
      request: 'payment',
      card: triggerCards.NOT_RECEIVED,
      code: 'U200',
      later: 'X203',
      effect:
        'the request never reaches the processor. After half a minute it is made sure that nothing was charged',
    },
    {
      request: 'payment',
      card: triggerCards.PENDING,
      code: 'U200',
      later: 'S100',
      effect: 'the processor decides after a minute: approved',
    },
    {
      request: 'payment',
      card: triggerCards.PENDING_DECLINED,
      code: 'U200',
      later: 'D100',
      effect: 'the processor decides after a minute: declined',
    },
  ],
  Refunds: [
    {
      request: 'refund',
      ending: '.77',
      code: 'U200',
      later: 'S100',
      effect: 'pending for a minute, then refunded',
    },
    {
      request: 'refund',
      card: triggerCards.REFUND_PENDING_FAILED,
      code: 'U200',
      later: 'D100',
      effect: 'pending for a minute, then failed',
    },
    {
      request: 'refund',
      card: triggerCards.REFUND_FAILS_LATER,
      code: 'S100',
      later: 'D100',
      effect:
        'refunded; after a minute the bank returns it, and the refund becomes FAILED. It can be made again',
    },
    {
      request: 'refund',
      card: triggerCards.REFUND_UNKNOWN,
      code: 'U200',
      later: 'S100',
      effect: 'the result is unknown for half a minute, and is then found: refunded',
    },
  ],
  Disputes: [
    {
      request: 'payment',
      ending: '.88',
      code: 'S100',
      dispute: 'CHARGEBACK',
      effect: 'a chargeback for fraud within seconds, due in 18 days. Evidence wins after a minute',
    },
    {
      request: 'payment',
      ending: '.89',
      code: 'S100',
      dispute: 'INQUIRY',
      effect: 'an inquiry (not received), due in 10 days. Evidence with the text `losing_evidence` loses',
    },
  ],
  '3-D Secure': [
    {
      request: 'payment',
      card: visa,
      code: 'S100',
      authentication: 'NOT_ENROLLED',
      effect: 'the card does not take part',
    },
    {
      request: 'payment',
      card: enrolled,
      code: 'S100',
      authentication: 'AUTHENTICATED',
      effect: 'below 30.00: confirmed without a challenge (frictionless)',
    },
    {
      request: 'payment',
      card: enrolled,
      from: '30.00',
      code: 'U100',
      later: 'S100',
      authentication: 'AUTHENTICATED',
      challenge: 'passed',
      effect: 'a challenge, with the password `Test_5132`',
    },
    {
      request: 'payment',
      card: enrolled,
      from: '30.00',
      code: 'U100',
      later: 'A114',
      authentication: 'FAILED',
      challenge: 'failed',
      effect: 'a challenge that fails: three wrong passwords, or given up',
    },
    {
      request: 'payment',
      card: enrolled,
      ending: '.33',
      code: 'U100',
      later: 'S100',
      authentication: 'AUTHENTICATED',
      challenge: 'passed',
      effect: 'a challenge, whatever the amount',
    },
    {
      request: 'payment',
      card: '9902000000007112',
      code: 'U100',
      later: 'S100',
      authentication: 'AUTHENTICATED',
      challenge: 'passed',
      effect:
        'the issuer identifies the browser on our payment page (fingerprint), then as above. Over the API it cannot, and challenges',
    },
    {
      request: 'payment',
      card: triggerCards.ATTEMPTED,
      code: 'S100',
      authentication: 'ATTEMPTED',
      effect: 'the issuer does not answer, and the scheme answers for it: liability shifts',
    },
    {
      request: 'payment',
      card: triggerCards.REJECTED,
      code: 'A114',
      authentication: 'REJECTED',
      effect: 'the issuer rejects the payment',
    },
    {
      request: 'payment',
      card: '9902000000010256',
      code: 'S100',
      authentication: 'UNAVAILABLE',
      effect:
        'the issuer is unavailable: no shift of liability. With a stricter check of the installation A113 or A114',
    },
    {
      request: 'payment',
      card: triggerCards.SERVER_DOWN,
      code: 'S100',
      authentication: 'UNAVAILABLE',
      effect: 'the 3-D Secure server cannot be reached: as above',
    },
    {
      request: 'payment',
      card: triggerCards.SILENT_AFTER_CHALLENGE,
      from: '30.00',
      code: 'U100',
      later: 'S100',
      authentication: 'AUTHENTICATED',
      challenge: 'passed after X208',
      effect: 'after the challenge the server does not respond once (X208): resume again',
    },
    {
      request: 'payment',
      card: '9902000000007211',
      code: 'D100',
      effect: 'without a challenge the issuer declines (1A). Our payment page then asks for one',
    },
  ],
};
