import { isFraudCode } from '#shared/payments/dispute-status.ts';

/** Kinds of reasons, for users. */
type DisputeCategory =
  | 'FRAUD'
  | 'UNRECOGNISED'
  | 'NOT_RECEIVED'
  | 'NOT_AS_DESCRIBED'
  | 'DUPLICATE'
  | 'CREDIT'
  | 'CANCELLED'
  | 'AUTHORISATION'
  | 'PROCESSING'
  | 'OTHER';

/** Codes of Visa and Mastercard except those of fraud, and Stripe's reasons. The first match counts. */
const categories: readonly (readonly [RegExp, DisputeCategory])[] = [
  [/^fraudulent$/, 'FRAUD'],
  [/^unrecognized$/, 'UNRECOGNISED'],
  [/^(?:13\.1|product_not_received)$/, 'NOT_RECEIVED'],
  [/^(?:13\.[345]|product_unacceptable)$/, 'NOT_AS_DESCRIBED'],
  [/^(?:12\.6(?:\.\d)?|duplicate)$/, 'DUPLICATE'],
  [/^(?:13\.6|credit_not_processed)$/, 'CREDIT'],
  [/^(?:13\.[27]|4841|subscription_canceled)$/, 'CANCELLED'],
  [/^(?:11\.\d|4808)$/, 'AUTHORISATION'],
  [/^(?:12\.\d|4834)$/, 'PROCESSING'],
];

export function disputeCategory({
  reasonCode,
  reason,
}: {
  reasonCode: string | null;
  reason: string | null;
}): DisputeCategory {
  if (reasonCode !== null && isFraudCode(reasonCode)) return 'FRAUD';
  const words = [reasonCode, reason].filter((word) => word !== null);
  for (const [pattern, category] of categories) if (words.some((word) => pattern.test(word))) return category;
  return 'OTHER';
}
