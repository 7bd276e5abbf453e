const shape = /^extraInfo\.organisationId eq "?(\d{1,10})"?$/;

/** The one filter of the users search, as SCIM writes it (docs/domain.md#users). */
export const organisationFilter = (organisationId: number): string =>
  `extraInfo.organisationId eq "${organisationId}"`;

/** The organisation that a filter names; undefined for every other filter. */
export function organisationInFilter(filter: string): number | undefined {
  const found = shape.exec(filter.trim())?.[1];
  return found === undefined ? undefined : Number(found);
}
