/** The kinds of a person's data, in the order of the screen. What becomes of each is in docs/domain.md#a-persons-data. */
export const dataKinds = [
  'payments',
  'customers',
  'notes',
  'cards',
  'schedules',
  'links',
  'pages',
  'emails',
  'reviews',
  'cases',
  'disputes',
  'lists',
  'events',
  'requests',
  'files',
  'views',
  'audit',
] as const;
export type DataKind = (typeof dataKinds)[number];
export type Counts = Partial<Record<DataKind, number>>;

/** Why a payment's data waits, the strongest reason first. */
export const waitReasons = [
  'LEGAL_HOLD',
  'IN_PROGRESS',
  'IN_REVIEW',
  'AUTHORISED',
  'DISPUTED',
  'SCHEDULED',
  'OPEN_CASE',
  'UNSETTLED',
  'DISPUTE_PERIOD',
  'RECENT',
] as const;
export type WaitReason = (typeof waitReasons)[number];

/** What a user must end before the erasure can be requested. */
export const blockers = ['LEGAL_HOLD', 'ACTIVE_SCHEDULE', 'OPEN_LINK'] as const;
export type Blocker = (typeof blockers)[number];

export const findBy = ['EMAIL', 'TELEPHONE', 'NAME', 'TRANSACTION'] as const;

/** At most so many customers in one request: one person has one at each merchant, more or less. */
export const maxCustomers = 50;
/** A person with more payments is a test card, or the merchant's own email. */
export const maxPayments = 20_000;
/** An export is kept for so long. */
export const exportDays = 7;
