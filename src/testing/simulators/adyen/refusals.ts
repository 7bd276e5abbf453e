/** One documented test value: `holderName`, its number as `RequestedTestAcquirerResponseCode`, and the result. */
interface TestResult {
  code: number;
  holderName: string;
  resultCode: string;
  refusalReason?: string;
  /** The issuer's answer, where the account receives raw answers. */
  raw?: string;
}

const table = `
  0  | UNKNOWN                     | Error               | Unknown                              | 96 : System malfunction
  1  | APPROVED                    | Authorised          |                                      | AUTHORISED
  2  | DECLINED                    | Refused             | Refused                              | 05 : Do not honor
  3  | REFERRAL                    | Refused             | Referral                             | 01 : Refer to card issuer
  4  | ERROR                       | Error               | Acquirer Error                       | 96 : System malfunction
  5  | BLOCK_CARD                  | Refused             | Blocked Card                         | 04 : Pick up card
  6  | CARD_EXPIRED                | Refused             | Expired Card                         | 54 : Expired card
  7  | INVALID_AMOUNT              | Refused             | Invalid Amount                       | 13 : Invalid amount
  8  | INVALID_CARD_NUMBER         | Refused             | Invalid Card Number                  | 14 : Invalid card number
  9  | ISSUER_UNAVAILABLE          | Refused             | Issuer Unavailable                   | 91 : Issuer or switch is inoperative
  10 | NOT_SUPPORTED               | Refused             | Not supported                        | 57 : Transaction not permitted to cardholder
  11 | NOT_3D_AUTHENTICATED        | Refused             | 3D Not Authenticated                 |
  12 | NOT_ENOUGH_BALANCE          | Refused             | Not enough balance                   | 51 : Insufficient funds
  13 | PENDING                     | Received            |                                      |
  14 | ACQUIRER_FRAUD              | Refused             | Acquirer Fraud                       | 59 : Suspected fraud
  15 | CANCELLED                   | Refused             | Cancelled                            |
  16 | SHOPPER_CANCELLED           | Refused             | Shopper Cancelled                    |
  17 | INVALID_PIN                 | Refused             | Invalid Pin                          | 55 : Incorrect PIN
  18 | PIN_TRIES_EXCEEDED          | Refused             | Pin tries exceeded                   | 75 : Allowable number of PIN tries exceeded
  19 | PIN_VALIDATION_NOT_POSSIBLE | Refused             | Pin validation not possible          | 86 : PIN validation not possible
  20 | FRAUD                       | Refused             | FRAUD                                |
  21 | NOT_SUBMITTED               | Refused             | Not Submitted                        |
  22 | FRAUD_CANCELLED             | Cancelled           | FRAUD-CANCELLED                      |
  23 | TRANSACTION_NOT_PERMITTED   | Refused             | Transaction Not Permitted            | 57 : Transaction not permitted to cardholder
  24 | CVC_DECLINED                | Refused             | CVC Declined                         | N7 : Decline for CVV2 failure
  25 | RESTRICTED_CARD             | Refused             | Restricted Card                      | 62 : Restricted card
  26 | REVOCATION_OF_AUTH          | Refused             | Revocation Of Auth                   | R1 : Revocation of authorization order
  27 | DECLINED_NON_GENERIC        | Refused             | Declined Non Generic                 | 05 : Do not honor
  28 | WITHDRAWAL_AMOUNT_EXCEEDED  | Refused             | Withdrawal amount exceeded           | 61 : Exceeds withdrawal amount limit
  29 | WITHDRAWAL_COUNT_EXCEEDED   | Refused             | Withdrawal count exceeded            | 65 : Exceeds withdrawal frequency limit
  30 | PARTIALLY_APPROVED          | PartiallyAuthorised |                                      | AUTHORISED
  31 | ISSUER_SUSPECTED_FRAUD      | Refused             | Issuer Suspected Fraud               | 59 : Suspected fraud
  32 | AVS_DECLINED                | Refused             | AVS Declined                         |
  33 | PIN_REQUIRED                | Refused             | Card requires online pin             |
  34 | NO_CHECKING_ACCOUNT         | Refused             | No checking account available on Card | 52 : No checking account
  35 | NO_SAVINGS_ACCOUNT          | Refused             | No savings account available on Card | 53 : No savings account
  36 | MOBILE_PIN_REQUIRED         | Refused             | Mobile PIN required                  |
  37 | CONTACTLESS_FALLBACK        | Refused             | Contactless fallback                 |
  38 | AUTHENTICATION_REQUIRED     | Refused             | Authentication required              | 1A : Additional customer authentication required
  39 | RREQ_NOT_RECEIVED           | Refused             | RReq not received from DS            |
  40 | BAN_CURRENT_AID             | Refused             | Current AID is in Penalty Box.       |
  41 | CVM_REQUIRED                | Refused             | CVM Required Restart Payment         |
  42 | THREED_SECURE_ERROR         | Refused             | 3DS Authentication Error             |
  43 | ONLINE_PIN_REQUIRED         | Refused             | Online PIN required                  |
  44 | TRY_ANOTHER_INTERFACE       | Refused             | Try another interface                |
  45 | CHIP_DOWNGRADE_MODE         | Refused             | Chip downgrade mode                  |
  46 | ERPS_BLOCK                  | Refused             | Transaction blocked by Adyen to prevent excessive retry fees |`;

export const testResults: readonly TestResult[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [code = '', holderName = '', resultCode = '', refusalReason, raw] = line
      .split('|')
      .map((cell) => cell.trim());
    return {
      code: Number(code),
      holderName,
      resultCode,
      refusalReason: refusalReason || undefined,
      raw: raw || undefined,
    };
  });

/** Raw answers with the advice not to try again; the others get the advice to try later. */
const finalAnswers = new Set(['04', '14', '54', 'R1']);

/** As Adyen formats a Mastercard advice: `03 : Do not try again`. */
export function adviceFor(raw: string): string {
  return finalAnswers.has(raw.slice(0, 2)) ? '03 : Do not try again' : '02 : Try again later';
}
