/** Money of one reference in one currency, in the vendor's minor units. */
export interface BookEntry {
  reference: string;
  currency: string;
  /** Approved payments; more than one is a double charge. */
  approvals: number;
  authorised: number;
  captured: number;
  refunded: number;
  cancelled: number;
  chargedBack: number;
  paidOut: number;
}

/** Entries by currency and reference, made when they are first asked for. */
export class Books {
  readonly #entries = new Map<string, BookEntry>();

  entryOf(reference: string, currency: string): BookEntry {
    const key = `${currency} ${reference}`;
    const entry = this.#entries.get(key) ?? {
      reference,
      currency,
      approvals: 0,
      authorised: 0,
      captured: 0,
      refunded: 0,
      cancelled: 0,
      chargedBack: 0,
      paidOut: 0,
    };
    this.#entries.set(key, entry);
    return entry;
  }

  all(): BookEntry[] {
    return [...this.#entries.values()];
  }
}
