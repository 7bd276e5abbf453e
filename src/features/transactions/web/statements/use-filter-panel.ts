import { useEffect, useRef, useState } from 'react';
import type { StatementFilters } from '#features/transactions/statements/statement-params.ts';
import { createFilterDraft } from '#features/transactions/web/statements/filter-draft.ts';
import { panelMs } from '#ui/layout/panel.tsx';

/** From the press on apply to the reload: the panel has closed by then (docs/domain.md#statements). */
const applyMs = 1000;

/**
 * The filter panel: it opens and shuts under a lock while it moves; what is ticked is a draft until it is applied.
 */
export function useFilterPanel(applied: StatementFilters, onApply: (filters: StatementFilters) => void) {
  const [isOpen, setIsOpen] = useState(false);
  const [isApplying, setIsApplying] = useState(false);
  const [draft] = useState(() => createFilterDraft(applied));
  const lockedUntil = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onApply);
  useEffect(() => {
    latest.current = onApply;
  });
  // Other filters in the address replace what was ticked; another page does not.
  const criteria = JSON.stringify(applied);
  useEffect(() => draft.change(JSON.parse(criteria) as StatementFilters), [draft, criteria]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function move(next: boolean): void {
    const now = Date.now();
    if (now < lockedUntil.current) return;
    lockedUntil.current = now + panelMs;
    setIsOpen(next);
  }
  return {
    isOpen,
    isApplying,
    draft,
    toggle: () => move(!isOpen),
    close: () => setIsOpen(false),
    /** Back to what was applied last. */
    reset: () => draft.change(applied),
    apply: () => {
      if (isApplying) return;
      setIsOpen(false);
      lockedUntil.current = Date.now() + panelMs;
      setIsApplying(true);
      timer.current = setTimeout(() => {
        setIsApplying(false);
        latest.current(draft.read());
      }, applyMs);
    },
  };
}
