const organisationTypes = ['GROUP', 'DOMAIN', 'BRANCH', 'MERCHANT', 'INSTALLATION'] as const;
export type OrganisationType = (typeof organisationTypes)[number];

/** The types that are created as organisations. Installations have a separate call. */
export const childTypes = ['GROUP', 'BRANCH', 'MERCHANT'] as const;
export type ChildType = (typeof childTypes)[number];

const childTypesByType: Readonly<Record<OrganisationType, readonly ChildType[]>> = {
  DOMAIN: ['GROUP'],
  GROUP: ['BRANCH', 'MERCHANT'],
  BRANCH: ['BRANCH', 'MERCHANT'],
  MERCHANT: [],
  INSTALLATION: [],
};

/** The types of organisations that can be below one of this type (docs/domain.md#managing-organisations). */
export const childTypesOf = (type: OrganisationType): readonly ChildType[] => childTypesByType[type];

/** Companies and the provider stay where they are. */
export const isMovable = (type: OrganisationType): boolean => type === 'BRANCH' || type === 'MERCHANT';

/** A company has payments, and its audit. */
export const isDeletable = isMovable;

/** Characters of a name. */
export const maxNameLength = 100;

/** A name in its stored form: composed, with single spaces. */
export const cleanName = (typed: string): string => typed.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** Whether the runtime has the IANA name. Offsets such as +01:00 have no summer time and are not accepted. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+\-/]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
