import { triggerCards } from './sandbox-triggers.ts';

interface TestCard {
  pan: string;
  brand: string;
  result: 'approved' | 'challenge' | 'declined';
}

/** Cards of the sandbox that the product offers to copy (docs/domain.md#sandbox). */
export const testCards = [
  { pan: '9902000000000018', brand: 'Visa', result: 'approved' },
  { pan: '9900000000000010', brand: 'Mastercard', result: 'approved' },
  { pan: '9905000000000015', brand: 'Amex', result: 'approved' },
  { pan: '9903000000005131', brand: 'Visa', result: 'challenge' },
  { pan: '9902000000000166', brand: 'Visa', result: 'declined' },
] as const satisfies readonly TestCard[];

/** Cards with which something special happens at the sandbox, by what does. */
export const specialCards = {
  ...triggerCards,
  IDENTIFIES_BROWSER: '9902000000007112',
  NEEDS_CHALLENGE: '9902000000007211',
} as const;

/** Amounts with a fixed result at the sandbox, by that result. */
export const testAmounts = {
  insufficient: '10.51',
  retry_in_two_days: '10.82',
  never_retry: '10.79',
  unreachable: '10.91',
  challenge: '10.33',
  pending_refund: '10.77',
  failed_capture: '10.65',
  failed_release: '10.66',
} as const;
