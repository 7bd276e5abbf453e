import * as z from 'zod/mini';
import { assertedPasskey, code, passkeyOptions } from '#features/access/second-factor/schemas.ts';

const scopedPermission = z.object({ name: z.string(), scope: z.string(), cascade: z.boolean() });

/**
 * Startup configuration (docs/domain.md#start-up-configuration); the page goes to /unrecoverable when serverBaseUrl
 * is missing.
 */
export const startupConfig = z.object({
  serverBaseUrl: z.string(),
  serverUrl: z.string(),
  projectVersion: z.string(),
  projectName: z.string(),
  homepageVideoUrl: z.string(),
  transactionExportLimit: z.number(),
  ereListUpdateActionsLimit: z.number(),
  ereListUploadMaxSize: z.number(),
  /** The string 'true' or 'false'. */
  tqsDataSourceDwEnabled: z.enum(['true', 'false']),
  passwordMinLength: z.number(),
  passwordMaxLength: z.number(),
  smartLinkMaxBatchSize: z.number(),
  caseManagementProxyEndpoint: z.string(),
  virtualTerminalSkinId: z.string(),
  loginPageImportantInfoFragment: z.string(),
  homePageProductFragment: z.string(),
  /** SANDBOX moves no money. NONE: payments are refused. */
  processor: z.enum(['SANDBOX', 'CONNECTED', 'NONE']),
  /** DEMO: emails are shown at /debug/mail. NONE: no mail server, so no email arrives. */
  mail: z.enum(['SMTP', 'DEMO', 'NONE']),
  /** Receipts can be sent as text messages. */
  sms: z.boolean(),
});

export type StartupConfig = z.output<typeof startupConfig>;

export const getConfig = {
  response: startupConfig,
};

export const getInitiation = {
  response: z.object({ projectVersion: z.string(), demo: z.boolean() }),
};

const loginResult = z.object({
  id: z.string(),
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  parentOrgId: z.number(),
  parentOrgName: z.string(),
  /** The path of the user's own organisation, '/1000/1100'. */
  parentPath: z.string(),
  lockedReason: z.nullable(z.string()),
  domainUser: z.boolean(),
  scopedPermissions: z.array(scopedPermission),
});

export type LoginResult = z.output<typeof loginResult>;

/** A correct password that opens no session yet (docs/domain.md#second-factors). */
const nextStep = z.object({
  next: z.enum(['second-factor', 'enrolment']),
  methods: z.array(z.enum(['totp', 'passkey', 'recovery-code'])),
  /** For how long the device can be remembered; 0: it cannot. */
  deviceDays: z.number(),
});

export type NextStep = z.output<typeof nextStep>;

export const login = {
  body: z.strictObject({
    username: z.string().check(z.minLength(1), z.maxLength(254)),
    password: z.string().check(z.minLength(1), z.maxLength(256)),
  }),
  response: z.union([loginResult, nextStep]),
};

const rememberDevice = z.optional(z.boolean());

export const secondFactor = {
  body: z.union([
    z.strictObject({ code, rememberDevice }),
    z.strictObject({ passkey: assertedPasskey, rememberDevice }),
  ]),
  response: loginResult,
};

export const getPasskeyOptions = {
  body: z.strictObject({ purpose: z.enum(['sign-in', 'second-factor', 'step-up']) }),
  response: passkeyOptions,
};

export const signInWithPasskey = {
  body: z.strictObject({ passkey: assertedPasskey }),
  response: loginResult,
};

export const stepUp = {
  body: z.union([
    z.strictObject({ code }),
    z.strictObject({ passkey: assertedPasskey }),
    z.strictObject({ password: z.string().check(z.minLength(1), z.maxLength(256)) }),
  ]),
  response: z.undefined(),
};

export const finishEnrolment = { body: z.strictObject({}), response: loginResult };

export const logout = {
  response: z.undefined(),
};

export const getMe = {
  response: loginResult,
};

export const getAuthenticatedUser = {
  response: z.object({
    id: z.string(),
    userName: z.string(),
    displayName: z.string(),
    active: z.boolean(),
    name: z.object({ givenName: z.string(), familyName: z.string() }),
    schemas: z.array(z.string()),
    extraInfo: z.object({
      domainUser: z.boolean(),
      organisationId: z.number(),
      orgName: z.string(),
      passwordStatus: z.string(),
      lastLogon: z.nullable(z.string()),
      lockedReason: z.nullable(z.string()),
    }),
  }),
};

export const touchSession = {
  body: z.strictObject({}),
  response: z.undefined(),
};
