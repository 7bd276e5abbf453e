import { useEffect, useRef, useState } from 'react';
import type { DayRange } from '#shared/calendar-day.ts';

/** Two days while they are edited; a change is reported as soon as they are a range within the bounds. */
export function useRangeDraft(
  value: DayRange,
  isPossible: (range: DayRange) => boolean,
  onChange: (range: DayRange) => void,
) {
  const [seen, setSeen] = useState(value);
  const [draft, setDraft] = useState(value);
  if (seen.from !== value.from || seen.to !== value.to) {
    setSeen(value);
    setDraft(value);
  }
  // Both fields may report their day before either has come back as a draft.
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);
  function change(part: Partial<DayRange>): void {
    const next = { ...latest.current, ...part };
    latest.current = next;
    setDraft(next);
    const isOther = next.from !== value.from || next.to !== value.to;
    if (isOther && next.from <= next.to && isPossible(next)) onChange(next);
  }
  return { draft, change };
}
