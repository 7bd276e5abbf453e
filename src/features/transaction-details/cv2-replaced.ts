import type { TransactionDetails } from './endpoints.ts';

type Checked = Pick<TransactionDetails, 'cv2Check' | 'networkTokenDetails'>;

/**
 * There is no CV2 to check where a network token was used in place of the card (docs/domain.md#sale-details). A
 * block that tells only an error says that no token could be used: there a missing check is simply missing.
 */
export function isCv2ReplacedByToken({ cv2Check, networkTokenDetails }: Checked): boolean {
  const usage = networkTokenDetails?.usage;
  const isMissing = cv2Check === null || cv2Check === 'NOT_CHECKED';
  return isMissing && (usage === 'USED' || usage === 'RENEWED');
}
