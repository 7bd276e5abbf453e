import * as z from 'zod/mini';
import { databaseId as orgId } from '#shared/whole-number.ts';
import { emailClaims } from './email-claims.ts';

const orgPath = z.object({ orgId });
const domain = z.string().check(z.trim(), z.minLength(1), z.maxLength(253));
const domainPath = z.object({ orgId, domain });
const version = z.int().check(z.nonnegative(), z.maximum(2_147_483_647));
const line = (length: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(length), z.regex(/^\P{Cc}*$/u));

const named = {
  roleId: z.string(),
  roleName: z.string(),
  organisationId: z.number(),
  organisationName: z.string(),
};

const testView = z.object({
  at: z.string(),
  /** The provider has not changed since. */
  isCurrent: z.boolean(),
  /** null: this sign-in would succeed. */
  problem: z.nullable(
    z.enum([
      'refused',
      'cancelled',
      'unavailable',
      'email_missing',
      'email_unverified',
      'domain',
      'groups_unknown',
    ]),
  ),
  /** The code of the refusal, for the provider's administrator. */
  code: z.nullable(z.string()),
  hasSecondFactor: z.boolean(),
  claims: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Claims of the mapping and of the email that the provider did not send. */
  missingClaims: z.array(z.string()),
  grants: z.array(z.object(named)),
});
export type TestView = z.output<typeof testView>;

const ruleView = z.object({
  ruleId: z.string(),
  claim: z.string(),
  value: z.string(),
  ...named,
  /** The user who made the rule still holds the permissions that it grants. Otherwise the rule grants none. */
  isActive: z.boolean(),
});
export type RuleView = z.output<typeof ruleView>;

const domainView = z.object({
  domain: z.string(),
  recordName: z.string(),
  recordValue: z.string(),
  verifiedAt: z.nullable(z.string()),
});
export type DomainView = z.output<typeof domainView>;

const signOnView = z.object({
  organisationId: z.number(),
  organisationName: z.string(),
  mayChange: z.boolean(),
  /** Registered at the provider. */
  redirectUri: z.string(),
  provider: z.nullable(
    z.object({
      issuer: z.string(),
      clientId: z.string(),
      isRequired: z.boolean(),
      /** Users that the directory provisioned are connected by their email. */
      connectsProvisioned: z.boolean(),
      emailClaim: z.enum(emailClaims),
    }),
  ),
  /** The version of provider and mapping; 0 without a provider. */
  version: z.number(),
  domains: z.array(domainView),
  rules: z.array(ruleView),
  roles: z.array(z.object({ roleId: z.string(), name: z.string() })),
  /** The caller's own. */
  test: z.nullable(testView),
  /** The company has a local administrator with a passkey. */
  hasLocalAdministrator: z.boolean(),
});
export type SignOnView = z.output<typeof signOnView>;

export const getSingleSignOn = { path: orgPath, response: signOnView };

export const saveSignOnProvider = {
  path: orgPath,
  body: z.strictObject({
    issuer: line(500),
    clientId: line(300),
    /** Missing: the stored secret stays. */
    clientSecret: z.optional(line(500)),
    /** Connects provisioned users by their email. Missing: as before, and not for another issuer. */
    connectsProvisioned: z.optional(z.boolean()),
    /** Missing: as before, for a new provider `email`. */
    emailClaim: z.optional(z.enum(emailClaims)),
    version,
  }),
  response: signOnView,
};

export const removeSignOnProvider = { path: orgPath, response: z.undefined() };

export const addSignOnDomain = {
  path: orgPath,
  body: z.strictObject({ domain }),
  response: signOnView,
};

export const verifySignOnDomain = { path: domainPath, body: z.strictObject({}), response: signOnView };

export const removeSignOnDomain = { path: domainPath, response: z.undefined() };

const ruleContent = z.strictObject({
  claim: line(100),
  value: line(300),
  roleId: line(100),
  organisationId: orgId,
});
export type RuleContent = z.output<typeof ruleContent>;

export const maxRules = 200;

export const saveSignOnMapping = {
  path: orgPath,
  body: z.strictObject({ rules: z.array(ruleContent).check(z.maxLength(maxRules)), version }),
  response: signOnView,
};

export const requireSignOn = {
  path: orgPath,
  body: z.strictObject({ isRequired: z.boolean(), version }),
  response: signOnView,
};

const redirect = z.object({ url: z.string() });

export const testSignOn = { path: orgPath, body: z.strictObject({}), response: redirect };

export const startSingleSignOn = {
  // A browser loads this address, so every text leads to a page and none to an error in JSON.
  query: z.object({
    email: z.optional(z.string()),
    /** The address in the portal that the user requested. */
    to: z.optional(z.string()),
  }),
  response: z.undefined(),
};

/** Providers may add parameters. */
export const finishSingleSignOn = { query: z.looseObject({}), response: z.undefined() };

const userSignOn = z.object({
  /** The company's identity provider created the user, or has taken the user over. */
  isProvisioned: z.boolean(),
  /** null: the user's company has no single sign-on. */
  signOn: z.nullable(z.object({ isConnected: z.boolean(), lastUsedAt: z.nullable(z.string()) })),
});
export type UserSignOn = z.output<typeof userSignOn>;

export const getUserSignOn = { path: z.object({ id: z.string() }), response: userSignOn };

const mySignOn = z.object({
  /** null: the user's company has no single sign-on. */
  provider: z.nullable(z.object({ companyName: z.string(), issuer: z.string() })),
  connected: z.nullable(z.object({ linkedAt: z.string(), lastUsedAt: z.nullable(z.string()) })),
  /** Another way to sign in remains. */
  mayDisconnect: z.boolean(),
});

export const getMySignOn = { response: mySignOn };

export const connectMySignOn = { body: z.strictObject({}), response: redirect };

export const confirmMySignOn = { body: z.strictObject({}), response: redirect };

export const disconnectMySignOn = { response: z.undefined() };
