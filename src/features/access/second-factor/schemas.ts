import * as z from 'zod/mini';
import { databaseId as orgId } from '#shared/whole-number.ts';
import { label } from '#shared/label.ts';
import { policyPermissions } from './policy-permissions.ts';

const id = z.string().check(z.maxLength(64));
const time = z.nullable(z.string());
const base64url = (length: number) => z.string().check(z.maxLength(length), z.regex(/^[\w-]*$/));

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** A new passkey, as the browser's WebAuthn call returns it. Extensions are not used. */
const createdPasskey = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.optional(z.array(z.enum(transports)).check(z.maxLength(transports.length))),
  }),
});
export type CreatedPasskey = z.output<typeof createdPasskey>;

/** A passkey's response to a challenge. */
export const assertedPasskey = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: z.optional(base64url(100)),
  }),
});
export type AssertedPasskey = z.output<typeof assertedPasskey>;

/** The browser passes the options to WebAuthn. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });

/** A code of the app or a recovery code, as typed. */
export const code = z.string().check(z.minLength(1), z.maxLength(40));

/** null: the user has codes already. Otherwise the only response with them. */
const newCodes = z.object({ recoveryCodes: z.nullable(z.array(z.string())) });

const passkey = z.object({ factorId: z.string(), name: z.string(), createdAt: z.string(), lastUsedAt: time });
export type PasskeyView = z.output<typeof passkey>;

const device = z.object({
  deviceId: z.string(),
  device: z.string(),
  ip: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  expiresAt: z.string(),
});
export type DeviceView = z.output<typeof device>;

const mySecurity = z.object({
  /** The authenticator app. */
  totp: z.nullable(z.object({ createdAt: z.string(), lastUsedAt: time })),
  passkeys: z.array(passkey),
  recoveryCodes: z.object({ left: z.number(), createdAt: time }),
  devices: z.array(device),
  /** The last factor cannot be removed. */
  isRequired: z.boolean(),
  /** The company suggests a second factor, and the user has none. */
  isSuggested: z.boolean(),
});
export type MySecurity = z.output<typeof mySecurity>;

export const getMySecurity = { response: mySecurity };

export const startTotp = {
  body: z.strictObject({}),
  response: z.object({ enrolmentId: z.string(), secret: z.string(), uri: z.string() }),
};

export const confirmTotp = {
  body: z.strictObject({ enrolmentId: z.string().check(z.maxLength(64)), code }),
  response: newCodes,
};

export const removeTotp = { response: z.undefined() };

export const startPasskey = { body: z.strictObject({}), response: passkeyOptions };

export const addPasskey = {
  body: z.strictObject({
    name: label(60),
    passkey: createdPasskey,
  }),
  response: newCodes,
};

export const removePasskey = { path: z.object({ factorId: id }), response: z.undefined() };

export const renewRecoveryCodes = {
  body: z.strictObject({}),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
};

export const forgetDevice = { path: z.object({ deviceId: id }), response: z.undefined() };

export const forgetAllDevices = { response: z.object({ forgotten: z.number() }) };

const secondFactorModes = ['OFF', 'OFFERED', 'REQUIRED'] as const;

const policyContent = {
  secondFactor: z.enum(secondFactorModes),
  /** From when a second factor is required; null: at once. */
  requiredFrom: z.nullable(z.iso.datetime({ offset: true })),
  /** Holders of one of these permissions need a second factor. */
  requiredFor: z.array(z.enum(policyPermissions)).check(z.maxLength(policyPermissions.length)),
  /** 0: devices are not remembered. */
  deviceDays: z.int().check(z.nonnegative(), z.maximum(90)),
  /** 0: no step-up. */
  stepUpMinutes: z.int().check(z.nonnegative(), z.maximum(720)),
  stepUpWithPassword: z.boolean(),
  /** Refunds above it need step-up; null: no refund does. */
  refundAbove: z.nullable(
    z.strictObject({ amount: z.string().check(z.maxLength(20)), currency: z.string().check(z.maxLength(3)) }),
  ),
};
const policySchema = z.strictObject(policyContent);
export type PolicyContent = z.output<typeof policySchema>;

const policyView = z.object({
  ...policyContent,
  /** The company whose policy applies to the organisation, or the provider's organisation. */
  organisationId: z.number(),
  organisationName: z.string(),
  /** 0: the default; no policy was saved. */
  version: z.number(),
  mayChange: z.boolean(),
});
export type PolicyView = z.output<typeof policyView>;

export const getSecurityPolicy = { path: z.object({ orgId }), response: policyView };

export const saveSecurityPolicy = {
  path: z.object({ orgId }),
  body: z.strictObject({ ...policyContent, version: z.int() }),
  response: policyView,
};
