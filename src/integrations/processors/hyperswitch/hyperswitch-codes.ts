import { currencyDigits } from '#shared/currencies.ts';
import { refusalCode } from '../adyen/adyen-codes.ts';
import { declineStatus, isUnavailable } from '../stripe/stripe-codes.ts';

/**
 * Response codes for the router's own names of declines, which are the same for every connector. Source: `StandardisedCode` of the
 * vendor's document and docs/domain.md#declines.
 */
const standardisedCodes: Readonly<Record<string, string>> = {
  account_closed_or_invalid: '46',
  authentication_failed: '1A',
  authentication_required: '1A',
  authorization_missing_or_revoked: 'R1',
  card_lost_or_stolen: '41',
  card_not_supported_restricted: '62',
  compliance_or_sanctions_restriction: '62',
  credit_limit_exceeded: '61',
  currency_or_corridor_not_enabled: '57',
  do_not_honor: '05',
  duplicate_request: '94',
  incorrect_authentication_code: '55',
  insufficient_funds: '51',
  invalid_card_number: '14',
  invalid_cvv: 'N7',
  invalid_expiry_date: '54',
  merchant_inactive: '03',
  missing_or_invalid_param: '30',
  operation_not_allowed: '57',
  pm_address_mismatch: '05',
  psp_fraud_engine_decline: '59',
  stored_credential_or_mit_not_enabled: '57',
  suspected_fraud: '59',
  transaction_not_permitted: '57',
  velocity_limit_exceeded: '65',
  issuer_unavailable: '91',
  downstream_technical_issue: '96',
  psp_acquirer_error: '96',
  rate_limit: '96',
  transaction_timed_out: '96',
};

/** The issuer or the network could not be reached: nothing was declined. */
const unavailable = new Set([
  'issuer_unavailable',
  'downstream_technical_issue',
  'psp_acquirer_error',
  'rate_limit',
  'transaction_timed_out',
]);

/** What is known of a failed payment. Connectors fill these fields differently. */
interface Failure {
  issuerCode?: string | null | undefined;
  standardisedCode?: string | null | undefined;
  connector?: string | null | undefined;
  /** The connector's own code. */
  errorCode?: string | null | undefined;
}

/** Codes of connectors for which the product has a table. */
const connectorCodes: Readonly<Record<string, (code: string) => string>> = {
  stripe: declineStatus,
  adyen: (code) => refusalCode(code, false),
};

const isResponseCode = (code: string | null | undefined): code is string => /^[\dA-Z]{2,3}$/.test(code ?? '');

/** The issuer's code, else the router's name of the decline, else the connector's code, else 05. */
export function failureCode({ issuerCode, standardisedCode, connector, errorCode }: Failure): {
  statusCode: string;
  isUnavailable: boolean;
} {
  if (isResponseCode(issuerCode)) return { statusCode: issuerCode, isUnavailable: false };
  const named = standardisedCodes[standardisedCode ?? ''];
  if (named !== undefined)
    return { statusCode: named, isUnavailable: unavailable.has(standardisedCode ?? '') };
  const table = connectorCodes[connector ?? ''];
  const statusCode = table && errorCode ? table(errorCode) : '05';
  return { statusCode, isUnavailable: connector === 'stripe' && isUnavailable(errorCode ?? '') };
}

const zeroDigits = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF';
const threeDigits = 'BHD JOD KWD OMR TND';
const twoDigits = `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY
  COP CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK
  JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR
  NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP
  TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD YER ZAR ZMW`;

const withDigits = (codes: string, digits: number): [string, number][] =>
  codes.split(/\s+/).map((code) => [code, digits]);

/**
 * Digits of each currency in the router's amounts. Source: `Currency` of the document, with the digits of the router's code. CLF, IQD,
 * IRR and LYD are left out: its versions differ.
 */
export const hyperswitchCurrencies: Readonly<Record<string, number>> = Object.fromEntries(
  [...withDigits(zeroDigits, 0), ...withDigits(threeDigits, 3), ...withDigits(twoDigits, 2)].filter(
    ([code]) => currencyDigits(code) !== undefined,
  ),
);
