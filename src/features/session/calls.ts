import * as z from 'zod/mini';
import { defineCall } from '#contract/define-call.ts';

export const scopedPermission = z.object({ name: z.string(), scope: z.string(), cascade: z.boolean() });

/** Startup configuration (spec 1 §3); the page goes to /unrecoverable when serverBaseUrl is missing. */
export const startupConfig = z.object({
  serverBaseUrl: z.string(),
  serverUrl: z.string(),
  projectVersion: z.string(),
  projectName: z.string(),
  homepageVideoUrl: z.string(),
  transactionExportLimit: z.number(),
  ereListUpdateActionsLimit: z.number(),
  ereListUploadMaxSize: z.number(),
  /** The string 'true' or 'false': the specification compares with 'true'. */
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

export const getConfig = defineCall({
  name: 'getConfig',
  summary: 'Startup configuration of the page',
  at: 'GET /config',
  needs: { access: 'public' },
  answer: startupConfig,
});

export const getInitiation = defineCall({
  name: 'getInitiation',
  summary: 'First contact before sign-in: hands out the anti-forgery cookie',
  at: 'GET /initiation',
  needs: { access: 'public' },
  answer: z.object({ projectVersion: z.string(), demo: z.boolean() }),
});

export const loginResult = z.object({
  id: z.string(),
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  parentOrgId: z.number(),
  parentOrgName: z.string(),
  /** The user's own organisation as a path, '/1000/1100'. */
  parentPath: z.string(),
  lockedReason: z.nullable(z.string()),
  domainUser: z.boolean(),
  scopedPermissions: z.array(scopedPermission),
});
export type LoginResult = z.output<typeof loginResult>;

export const login = defineCall({
  name: 'login',
  summary: 'Sign in; sets the session cookie unless the password must be changed first',
  at: 'POST /auth/login',
  needs: { access: 'public' },
  body: z.strictObject({
    username: z.string().check(z.minLength(1), z.maxLength(254)),
    password: z.string().check(z.minLength(1), z.maxLength(256)),
  }),
  answer: loginResult,
});

export const logout = defineCall({
  name: 'logout',
  summary: 'Sign out: the session ends on the server',
  at: 'DELETE /auth/logout',
  // The handler tells who left; without a session nobody did.
  traced: 'refused',
  needs: { access: 'public' },
  answer: z.undefined(),
});

export const getMe = defineCall({
  name: 'getMe',
  summary: 'Organisation and permissions of the signed-in user',
  at: 'GET /me',
  needs: { access: 'signed-in' },
  answer: loginResult,
});

/** SCIM user as the shell reads it: extraInfo.domainUser, passwordStatus, lastLogon, lockedReason. */
export const getAuthenticatedUser = defineCall({
  name: 'getAuthenticatedUser',
  summary: 'The signed-in user as a SCIM resource',
  at: 'GET /proxy/sync/SCIM/Me',
  needs: { access: 'signed-in' },
  answer: z.object({
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

export const touchSession = defineCall({
  name: 'touchSession',
  summary: 'Keep-alive: the person is still there',
  at: 'POST /session/touch',
  traced: 'refused',
  needs: { access: 'signed-in' },
  body: z.strictObject({}),
  answer: z.undefined(),
});

export const firstAdministratorBody = z.strictObject({
  organisationName: z.string().check(z.minLength(1), z.maxLength(100)),
  firstName: z.string().check(z.minLength(1), z.maxLength(100)),
  lastName: z.string().check(z.minLength(1), z.maxLength(100)),
  username: z.string().check(z.minLength(3), z.maxLength(254)),
  password: z.string().check(z.maxLength(256)),
});

export const createFirstAdministrator = defineCall({
  name: 'createFirstAdministrator',
  summary: 'The first administrator of a new installation, by the one-time link of its start',
  at: 'POST /users/firstAdministrator/{token}',
  needs: { access: 'public' },
  path: z.object({ token: z.string().check(z.maxLength(100)) }),
  body: firstAdministratorBody,
  answer: z.object({ userName: z.string() }),
});
