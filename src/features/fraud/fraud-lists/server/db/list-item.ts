import type { CalendarDay } from '#shared/calendar-day.ts';

/** The properties of a card that a card list shows. */
export interface CardData {
  maskedPan: string;
  cardIssuerName: string | null;
  cardBrand: string | null;
  cardScheme: string | null;
  cardUsageType: string | null;
  cardIssuerCountryCode: string | null;
}

/** A value to add, validated. `value` of a card list is the card's correlation id. */
export interface NewItem {
  value: string;
  /** In compared form; unique within one call. */
  matchValue: string;
  /** Null: it never expires. */
  expiryDate: CalendarDay | null;
  card?: CardData;
}

export interface ListKey {
  companyId: number;
  listId: number;
}

/** The author and time of a change to a list, and the source text of added values. */
export interface ItemChange {
  source: string;
  /** User name, or 'system'. */
  changedBy: string;
  now: Date;
}
