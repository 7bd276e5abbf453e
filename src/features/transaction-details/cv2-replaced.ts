import type { TransactionDetails } from './schemas.ts';

type Checked = Pick<TransactionDetails, 'cv2Check' | 'networkTokenDetails'>;

/**
 * With a network token instead of the card there is no CV2 to check (docs/domain.md#sale-details). A block
 * with only an error means that no token was used, so the check is missing.
 */
export function isCv2ReplacedByToken({ cv2Check, networkTokenDetails }: Checked): boolean {
  const usage = networkTokenDetails?.usage;
  const isMissing = cv2Check === null || cv2Check === 'NOT_CHECKED';
  return isMissing && (usage === 'USED' || usage === 'RENEWED');
}
