import { createContext, use, useEffect } from 'react';

/** Asks whether what was typed may be lost. */
type Question = () => Promise<boolean>;

/** What prevents closing a dialog, by its content. */
export interface DialogGuards {
  questions: Set<Question>;
  /** One for each request that is under way. */
  locks: Set<object>;
}

export const DialogGuardsContext = createContext<DialogGuards | undefined>(undefined);

/** Whether the component is in a dialog. */
export const useIsInDialog = (): boolean => use(DialogGuardsContext) !== undefined;

/** In a dialog: the question comes before Escape, the cross or a press outside closes it. */
export function useCloseQuestion(ask: Question | undefined): void {
  const guards = use(DialogGuardsContext);
  useEffect(() => {
    if (ask === undefined) return undefined;
    guards?.questions.add(ask);
    return () => void guards?.questions.delete(ask);
  }, [guards, ask]);
}

/** In a dialog: Escape does not close it while a request of it is under way. */
export function useDialogLock(isLocked: boolean): void {
  const guards = use(DialogGuardsContext);
  useEffect(() => {
    if (!isLocked) return undefined;
    const lock = {};
    guards?.locks.add(lock);
    return () => void guards?.locks.delete(lock);
  }, [guards, isLocked]);
}
