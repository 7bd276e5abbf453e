import type { MemberName, GroupRecord } from '../db/scim-group.ts';
import { groupLocation, userLocation, versionTag } from './user-resource.ts';

export const groupSchemaUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** The resource of RFC 7643, section 4.2. Absent attributes are undefined. */
export function groupResource(record: GroupRecord, members: readonly MemberName[], baseUrl: string) {
  return {
    schemas: [groupSchemaUrn],
    id: record.groupId,
    externalId: record.externalId ?? undefined,
    displayName: record.displayName,
    members: members.map(({ userId, display }) => ({
      value: userId,
      display,
      $ref: userLocation(baseUrl, userId),
      type: 'User',
    })),
    meta: {
      resourceType: 'Group',
      created: record.createdAt.toISOString(),
      lastModified: record.updatedAt.toISOString(),
      location: groupLocation(baseUrl, record.groupId),
      version: versionTag(record.version),
    },
  };
}
