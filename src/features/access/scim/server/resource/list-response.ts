/** A list of RFC 7644, section 3.4.2. Without results it is empty and not an error. */
export function listResponse({
  total,
  startIndex,
  resources,
}: {
  total: number;
  startIndex: number;
  resources: readonly object[];
}) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: [...resources],
  };
}
