import * as z from 'zod/mini';
import {
  type BrowserData,
  type Exemption,
  colourDepths,
  exemptions,
} from '#shared/payments/authentication.ts';
import { canonicalIpAddress } from '#shared/ip-address.ts';
import { reject, safeText } from './parse-request.ts';
import type { PaymentBody } from './request-schemas.ts';

type ThreeDSecurePart = NonNullable<PaymentBody['threeDSecure']>;

const maxPixels = 99_999;
/** UTC+14 and UTC−12, with JavaScript's signs. */
const timeZones = { min: -840, max: 720 };
const isIp = z.union([z.ipv4(), z.ipv6()]);
const printable = /^[\x20-\x7e]+$/;

/**
 * The browser of the card holder, in the limits of EMV 3-D Secure. Rejects the first impossible value, with its field. The values
 * that only a script can read are required with JavaScript.
 */
export function parseBrowser(part: ThreeDSecurePart['browser']): BrowserData | undefined {
  if (!part) return undefined;
  const at = (name: string) => `threeDSecure.browser.${name}`;
  const javaScriptEnabled = part.javaScriptEnabled ?? true;
  const header = (name: 'acceptHeader' | 'userAgent'): string => {
    const value = part[name];
    if (value === undefined) return reject('V100', at(name), 'missing');
    return printable.test(value) ? (safeText(value) ?? '') : reject('V100', at(name));
  };
  const number = (
    name: 'colorDepth' | 'screenHeight' | 'screenWidth' | 'timeZoneOffset',
    isPossible: (value: number) => boolean,
  ): number | undefined => {
    const value = part[name];
    if (value === undefined) return javaScriptEnabled ? reject('V100', at(name), 'missing') : undefined;
    const isWhole = /^-?[0-9]{1,6}$/.test(value);
    return isWhole && isPossible(Number(value)) ? Number(value) : reject('V100', at(name));
  };
  const isPixels = (value: number) => value > 0 && value <= maxPixels;
  const { language, ip } = part;
  if (language === undefined) return reject('V100', at('language'), 'missing');
  if (!/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4}$/.test(language)) reject('V100', at('language'));
  if (ip !== undefined && !z.safeParse(isIp, ip).success) reject('V100', at('ip'));
  return {
    acceptHeader: header('acceptHeader'),
    userAgent: header('userAgent'),
    ...(ip === undefined ? {} : { ip: canonicalIpAddress(ip) }),
    language,
    javaScriptEnabled,
    javaEnabled: part.javaEnabled ?? false,
    colorDepth: number('colorDepth', (value) => colourDepths.includes(value)),
    screenHeight: number('screenHeight', isPixels),
    screenWidth: number('screenWidth', isPixels),
    timeZoneOffset: number('timeZoneOffset', (value) => value >= timeZones.min && value <= timeZones.max),
  };
}

export function parseExemption(value: string | undefined): Exemption | undefined {
  if (value === undefined) return undefined;
  return (
    exemptions.find((exemption) => exemption === value) ??
    reject('V100', 'threeDSecure.exemption', 'not_allowed')
  );
}
