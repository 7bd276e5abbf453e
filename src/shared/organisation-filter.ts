const shape = /^extraInfo\.organisationId eq "?(\d{1,10})"?$/;

/** The one filter of the users search in SCIM syntax (docs/domain.md#users). */
export const organisationFilter = (organisationId: number): string =>
  `extraInfo.organisationId eq "${organisationId}"`;

/** The organisation in a filter; undefined for every other filter. */
export function organisationInFilter(filter: string): number | undefined {
  const found = shape.exec(filter.trim())?.[1];
  return found === undefined ? undefined : Number(found);
}
