import { createHash } from 'node:crypto';

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';
const length = 26;

/**
 * `prefix_` and 26 characters that are always the same for a reference: 30 in all for a prefix of three, as the API requires. They hold
 * 134 bits of its SHA-256, so that no two references share them.
 */
function deriveId(prefix: string, reference: string): string {
  let rest = BigInt(`0x${createHash('sha256').update(`${prefix}:${reference}`).digest('hex')}`);
  let text = '';
  for (let index = 0; index < length; index += 1) {
    text += alphabet[Number(rest % 36n)] ?? '';
    rest /= 36n;
  }
  return `${prefix}_${text}`;
}

export const paymentIdOf = (reference: string): string => deriveId('pay', reference);
export const refundIdOf = (reference: string): string => deriveId('ref', reference);
/** Of the payer: names of merchants' customers may have characters that the API refuses. */
export const customerIdOf = (payer: string): string => deriveId('cus', payer);
