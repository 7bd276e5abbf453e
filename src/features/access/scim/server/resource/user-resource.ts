import type { ScimUserRecord } from '../db/scim-user.ts';
import type { UserValues } from './user-values.ts';

export const userSchemaUrn = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** A group of a user. */
export interface GroupName {
  groupId: string;
  displayName: string;
}

export const versionTag = (version: string | number): string => `W/"${version}"`;

export const userLocation = (baseUrl: string, userId: string): string => `${baseUrl}/Users/${userId}`;
export const groupLocation = (baseUrl: string, groupId: string): string => `${baseUrl}/Groups/${groupId}`;

/** The resource of RFC 7643, section 4.1. Absent attributes are undefined. */
export function userResource(record: ScimUserRecord, groups: readonly GroupName[], baseUrl: string) {
  const fullName = `${record.givenName} ${record.familyName}`;
  return {
    schemas: [userSchemaUrn],
    id: record.userId,
    externalId: record.externalId ?? undefined,
    userName: record.userName,
    name: { formatted: fullName, givenName: record.givenName, familyName: record.familyName },
    displayName: record.displayName ?? fullName,
    emails: [{ value: record.email ?? record.userName, type: 'work', primary: true }],
    active: record.active,
    locale: record.locale ?? undefined,
    timezone: record.timezone ?? undefined,
    groups: groups.map(({ groupId, displayName }) => ({
      value: groupId,
      display: displayName,
      $ref: groupLocation(baseUrl, groupId),
      type: 'direct',
    })),
    meta: {
      resourceType: 'User',
      created: record.createdAt.toISOString(),
      lastModified: record.updatedAt.toISOString(),
      location: userLocation(baseUrl, record.userId),
      version: versionTag(record.version),
    },
  };
}

/** The values alone. */
export const valuesOf = (record: ScimUserRecord): UserValues => ({
  userName: record.userName,
  givenName: record.givenName,
  familyName: record.familyName,
  displayName: record.displayName,
  email: record.email,
  externalId: record.externalId,
  active: record.active,
  locale: record.locale,
  timezone: record.timezone,
});
