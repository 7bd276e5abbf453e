import type { FoundHistory } from '../../review-shapes.ts';
import { maxHistory, maxNamed } from '../../review-mode.ts';

/** A payment or attempt with the same value. */
export interface Attempt {
  at: Date;
  status: string;
  card: string | null;
  lastFour: string | null;
  name: string | null;
  email: string | null;
  merchantId: number;
  isRefunded: boolean;
}

interface Own {
  card: string | null;
  name: string | null;
  email: string | null;
}

/**
 * Summarises the attempts with a value, the latest first. At most 100 are counted. Cards, names and emails are counted over the
 * company and named for the caller's merchants only: undefined means all of them.
 */
export function summariseHistory(
  attempts: readonly Attempt[],
  own: Own,
  { merchants, isRecentOnly }: { merchants: ReadonlySet<number> | undefined; isRecentOnly: boolean },
): FoundHistory {
  const counted = attempts.slice(0, maxHistory);
  const paid = counted.filter(({ status }) => status === 'SUCCESS' || status === 'VOIDED');
  const others = (valueOf: (one: Own) => string | null, show: (one: Attempt) => string | null) => {
    const known = new Map<string, string | undefined>();
    for (const one of counted) {
      const value = fold(valueOf(one));
      if (value === null || value === fold(valueOf(own))) continue;
      const shown = (merchants?.has(one.merchantId) ?? true) ? (show(one) ?? undefined) : undefined;
      known.set(value, known.get(value) ?? shown);
    }
    const named = [...known.values()].filter((shown) => shown !== undefined);
    return { count: known.size, named: named.slice(0, maxNamed) };
  };
  return {
    state: 'FOUND',
    attempts: counted.length,
    hasMore: attempts.length > maxHistory,
    isRecentOnly,
    payments: paid.length,
    refunds: counted.filter(({ isRefunded }) => isRefunded).length,
    declines: counted.filter(({ status }) => status === 'FAILED').length,
    firstAt: counted.at(-1)?.at.toISOString() ?? null,
    lastAt: counted[0]?.at.toISOString() ?? null,
    cards: others(
      ({ card }) => card,
      ({ lastFour }) => lastFour && `•••• ${lastFour}`,
    ),
    names: others(
      ({ name }) => name,
      ({ name }) => name,
    ),
    emails: others(
      ({ email }) => email,
      ({ email }) => email,
    ),
  };
}

/** Names and emails are compared in any letter case. */
const fold = (value: string | null): string | null => value?.normalize('NFC').trim().toLowerCase() || null;
