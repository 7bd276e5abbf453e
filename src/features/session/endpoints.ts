import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/define-endpoint.ts';

export const scopedPermission = z.object({ name: z.string(), scope: z.string(), cascade: z.boolean() });

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
});
export type StartupConfig = z.output<typeof startupConfig>;

export const getConfig = defineEndpoint({
  name: 'getConfig',
  summary: 'Startup configuration of the page',
  route: 'GET /config',
  auth: { access: 'public' },
  response: startupConfig,
});

export const getInitiation = defineEndpoint({
  name: 'getInitiation',
  summary: 'First request before sign-in: sets the anti-forgery cookie',
  route: 'GET /initiation',
  auth: { access: 'public' },
  response: z.object({ projectVersion: z.string(), demo: z.boolean() }),
});

export const loginResult = z.object({
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

export const login = defineEndpoint({
  name: 'login',
  summary: 'Signs in; sets the session cookie unless the password must be changed first',
  route: 'POST /auth/login',
  auth: { access: 'public' },
  body: z.strictObject({
    username: z.string().check(z.minLength(1), z.maxLength(254)),
    password: z.string().check(z.minLength(1), z.maxLength(256)),
  }),
  response: loginResult,
});

export const logout = defineEndpoint({
  name: 'logout',
  summary: 'Signs out: ends the session on the server',
  route: 'DELETE /auth/logout',
  // The handler records who signed out. Without a session there is no user to record.
  audited: 'refused',
  auth: { access: 'public' },
  response: z.undefined(),
});

export const getMe = defineEndpoint({
  name: 'getMe',
  summary: 'Organisation and permissions of the signed-in user',
  route: 'GET /me',
  auth: { access: 'signed-in' },
  response: loginResult,
});

/** SCIM user with the shell's fields: extraInfo.domainUser, passwordStatus, lastLogon, lockedReason. */
export const getAuthenticatedUser = defineEndpoint({
  name: 'getAuthenticatedUser',
  summary: 'The signed-in user as a SCIM resource',
  route: 'GET /proxy/sync/SCIM/Me',
  auth: { access: 'signed-in' },
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
});

export const touchSession = defineEndpoint({
  name: 'touchSession',
  summary: 'Keep-alive: extends the session',
  route: 'POST /session/touch',
  audited: 'refused',
  auth: { access: 'signed-in' },
  body: z.strictObject({}),
  response: z.undefined(),
});

export const firstAdministratorBody = z.strictObject({
  organisationName: z.string().check(z.minLength(1), z.maxLength(100)),
  firstName: z.string().check(z.minLength(1), z.maxLength(100)),
  lastName: z.string().check(z.minLength(1), z.maxLength(100)),
  username: z.string().check(z.minLength(3), z.maxLength(254)),
  password: z.string().check(z.maxLength(256)),
});

export const createFirstAdministrator = defineEndpoint({
  name: 'createFirstAdministrator',
  summary: 'Creates the first administrator of a new installation, with the one-time link of its start',
  route: 'POST /users/firstAdministrator/{token}',
  auth: { access: 'public' },
  path: z.object({ token: z.string().check(z.maxLength(100)) }),
  body: firstAdministratorBody,
  response: z.object({ userName: z.string() }),
});
