import * as z from 'zod/mini';

export const organisationId = z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647));

export const organisation = z.object({
  id: z.number(),
  name: z.string(),
  type: z.enum(['GROUP', 'DOMAIN', 'BRANCH', 'MERCHANT', 'INSTALLATION']),
  parentOrgId: z.nullable(z.number()),
  /** The organisation's own path, '/1000/1100', in the form of permission scopes (docs/decisions/0003). */
  parentPath: z.string(),
  /** IANA name: its own time zone, or that of the nearest ancestor that has one. */
  timeZone: z.string(),
});

export type Organisation = z.output<typeof organisation>;

export const getOrganisationHierarchy = {
  path: z.object({ orgId: organisationId }),
  query: z.object({ withParent: z.optional(z.enum(['true', 'false'])) }),
  response: z.array(organisation),
};

export const getOrganisationFeatures = {
  path: z.object({ orgId: organisationId }),
  response: z.array(z.string()),
};

export const getCustomFieldMappings = {
  path: z.object({ orgId: organisationId }),
  response: z.array(z.object({ storedName: z.string(), displayName: z.string() })),
};

export const getRuleCustomFields = {
  path: z.object({ orgId: organisationId }),
  response: z.array(
    z.object({
      descriptiveName: z.string(),
      dataType: z.string(),
      index: z.number(),
      caseSensitiveOption: z.boolean(),
    }),
  ),
};
