/**
 * The values that a screen fills in on the form for a payment link. Passed as the navigation's state, outside the
 * address.
 */
export interface LinkDraft {
  installationId?: number;
  currency: string;
  /** Decimal text. */
  amount: string;
  emailAddress?: string | null;
  merchantReference?: string | null;
  description?: string | null;
}

export const linkDraftState = (draft: LinkDraft | undefined): object => ({ linkDraft: draft });

/** Reads the state, which may come from another version of the page. Invalid values are dropped. */
export function readLinkDraft(state: unknown): Partial<Record<keyof LinkDraft, string>> {
  const draft: unknown = (state as { linkDraft?: unknown } | null)?.linkDraft;
  if (typeof draft !== 'object' || draft === null) return {};
  const entries = Object.entries(draft).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  );
  return Object.fromEntries(entries) as Partial<Record<keyof LinkDraft, string>>;
}
