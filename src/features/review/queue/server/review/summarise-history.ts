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
  ownValues: Own,
  { merchants, isRecentOnly }: { merchants: ReadonlySet<number> | undefined; isRecentOnly: boolean },
): FoundHistory {
  const countedAttempts = attempts.slice(0, maxHistory);
  const payments = countedAttempts.filter(({ status }) => status === 'SUCCESS' || status === 'VOIDED');
  const countOthers = (
    valueOf: (values: Own) => string | null,
    displayOf: (values: Attempt) => string | null,
  ) => {
    const displayByValue = new Map<string, string | undefined>();
    for (const attempt of countedAttempts) {
      const value = normalise(valueOf(attempt));
      if (value === null || value === normalise(valueOf(ownValues))) continue;
      const display =
        (merchants?.has(attempt.merchantId) ?? true) ? (displayOf(attempt) ?? undefined) : undefined;
      displayByValue.set(value, displayByValue.get(value) ?? display);
    }
    const displays = [...displayByValue.values()].filter((display) => display !== undefined);
    return { count: displayByValue.size, named: displays.slice(0, maxNamed) };
  };
  return {
    state: 'FOUND',
    attempts: countedAttempts.length,
    hasMore: attempts.length > maxHistory,
    isRecentOnly,
    payments: payments.length,
    refunds: countedAttempts.filter(({ isRefunded }) => isRefunded).length,
    declines: countedAttempts.filter(({ status }) => status === 'FAILED').length,
    firstAt: countedAttempts.at(-1)?.at.toISOString() ?? null,
    lastAt: countedAttempts[0]?.at.toISOString() ?? null,
    cards: countOthers(
      ({ card }) => card,
      ({ lastFour }) => lastFour && `•••• ${lastFour}`,
    ),
    names: countOthers(
      ({ name }) => name,
      ({ name }) => name,
    ),
    emails: countOthers(
      ({ email }) => email,
      ({ email }) => email,
    ),
  };
}

/** Names and emails are compared in any letter case. */
const normalise = (value: string | null): string | null =>
  value?.normalize('NFC').trim().toLowerCase() || null;
