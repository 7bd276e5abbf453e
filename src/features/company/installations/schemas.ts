import * as z from 'zod/mini';
import { databaseId as orgId, wholeNumber } from '#shared/whole-number.ts';
import { label } from '#shared/label.ts';
import { findCountry } from '#shared/countries.ts';
import { originsAllowed } from '#shared/web-origin.ts';
import { payerAddresses } from '#features/payments/hosted-sessions/payer-address.ts';
import { skins } from '#features/payments/hosted-sessions/skins.ts';
import {
  channels,
  isCurrency,
  isMcc,
  isOrigin,
  maxCurrencies,
  maxInstallationName,
  maxLogoBytes,
  maxSenderName,
  threeDSecureChoices,
} from './installation.ts';

const installationId = orgId;

const listedInstallation = z.object({
  installationId: z.number(),
  name: z.string(),
  merchantName: z.string(),
  channel: z.string(),
  currencies: z.array(z.string()),
  /** False when the installation or an organisation above it is deactivated. */
  isActive: z.boolean(),
});
export type ListedInstallation = z.output<typeof listedInstallation>;

export const listInstallations = {
  path: z.object({ orgId }),
  query: z.object({
    text: z.optional(z.string().check(z.maxLength(100))),
    offset: z.optional(wholeNumber(0, 10_000)),
    pageSize: z.optional(wholeNumber(1, 100)),
  }),
  response: z.object({ items: z.array(listedInstallation), total: z.number() }),
};

export const listMerchantChoices = {
  path: z.object({ orgId }),
  response: z.array(z.object({ id: z.number(), name: z.string() })),
};

const emailLength = 254;
const isCountryCode = (code: string): boolean => findCountry(code)?.alpha2 === code;

const content = {
  name: label(maxInstallationName),
  channel: z.enum(channels),
  currencies: z
    .array(z.string().check(z.refine(isCurrency)))
    .check(z.minLength(1), z.maxLength(maxCurrencies)),
  mcc: z.string().check(z.refine(isMcc)),
  threeDSecure: z.enum(threeDSecureChoices),
  recurring: z.boolean(),
  instalments: z.boolean(),
  /** Payments with at least this score are declined; null: none. */
  fraudGuardThreshold: z.nullable(z.int().check(z.minimum(1), z.maximum(100))),
  webOrigins: z.array(z.string().check(z.refine(isOrigin))).check(z.maxLength(originsAllowed)),
  /** The skin of payment pages whose session names none. */
  skin: z.enum(skins),
  /** What payment pages ask for when a session has no billing address. */
  payerAddress: z.enum(payerAddresses),
  /** The merchant's identifier at Apple, as the processor has registered it; null: payment pages offer no Apple Pay. */
  applePayMerchantId: z.nullable(z.string().check(z.regex(/^[\w.-]+$/), z.maxLength(100))),
  /** The merchant's country, which Apple requires. Alpha-2. */
  applePayCountry: z.nullable(z.string().check(z.refine(isCountryCode))),
  /** The merchant's identifier at Google; null: payment pages offer no Google Pay. */
  googlePayMerchantId: z.nullable(z.string().check(z.regex(/^[A-Za-z0-9]+$/), z.maxLength(40))),
  /** Where the acquirer of the payments is, which Google requires. Alpha-2. */
  googlePayCountry: z.nullable(z.string().check(z.refine(isCountryCode))),
  /** What Google shows to the payer; null: the merchant's name. */
  googlePayName: z.nullable(label(maxSenderName)),
  /** A PNG, JPEG or WebP image in Base64. */
  logo: z.nullable(z.string().check(z.maxLength(Math.ceil(maxLogoBytes / 3) * 4))),
  sendReceipts: z.boolean(),
  /** Shown as the sender of receipts; null: the product's name. */
  receiptName: z.nullable(label(maxSenderName)),
  /** Gets replies to receipts. */
  receiptReplyTo: z.nullable(z.string().check(z.trim(), z.minLength(3), z.maxLength(emailLength))),
};
const contentSchema = z.strictObject(content);
export type InstallationContent = z.output<typeof contentSchema>;

const settings = z.object({
  installationId: z.number(),
  merchantId: z.number(),
  merchantName: z.string(),
  ...content,
  // Stored rows may have other values than new ones can.
  channel: z.string(),
  mcc: z.string(),
  /** The installation itself. */
  active: z.boolean(),
  /** An organisation above it is deactivated. */
  isInactiveAbove: z.boolean(),
  version: z.number(),
  mayChange: z.boolean(),
});
export type InstallationSettings = z.output<typeof settings>;

export const getInstallation = { path: z.object({ installationId }), response: settings };

export const createInstallation = { path: z.object({ orgId }), body: contentSchema, response: settings };

export const changeInstallation = {
  path: z.object({ installationId }),
  body: z.strictObject({ ...content, version: z.int() }),
  response: settings,
};

export const getInstallationDeactivation = {
  path: z.object({ installationId }),
  response: z.object({ schedules: z.number() }),
};

export const deactivateInstallation = {
  path: z.object({ installationId }),
  body: z.strictObject({}),
  /** `isMore`: repeat the call to suspend the rest. */
  response: z.object({ suspended: z.number(), isMore: z.boolean() }),
};

export const reactivateInstallation = {
  path: z.object({ installationId }),
  body: z.strictObject({}),
  response: settings,
};
