import type { TransactionDetails } from './endpoints.ts';
import type { OrderMode } from './follow-up-mode.ts';

type Actions = Pick<
  TransactionDetails,
  | 'addScheduleInformation'
  | 'newTransactionInformation'
  | 'repeatInformation'
  | 'cancelInformation'
  | 'captureInformation'
  | 'refundInformation'
>;

export type SplitActions = {
  primary?: OrderMode;
  secondary?: OrderMode;
  rest: { mode: OrderMode; isAvailable: boolean }[];
};

/** What ends this payment is primary; the next available action is secondary, unless there is no room for it. */
export function splitActions(actions: Actions, isNarrow = false): SplitActions {
  const { newTransactionInformation: anew } = actions;
  const all = [
    { mode: 'CAPTURE' as const, ...actions.captureInformation },
    { mode: 'REFUND' as const, ...actions.refundInformation },
    { mode: 'CANCEL' as const, ...actions.cancelInformation },
    { mode: 'REPEAT' as const, ...actions.repeatInformation },
    { mode: 'PAYMENT' as const, ...anew.PAYMENT },
    { mode: 'ADD_SCHEDULE' as const, ...actions.addScheduleInformation },
    { mode: 'PAYOUT' as const, ...anew.PAYOUT },
  ].filter(({ permitted }) => permitted);
  const available = all.filter(({ availableToProcess }) => availableToProcess).map(({ mode }) => mode);
  const primary = available.find((mode) => mode === 'CAPTURE' || mode === 'REFUND');
  const secondary = isNarrow ? undefined : available.find((mode) => mode !== primary && mode !== 'PAYOUT');
  return {
    ...(primary === undefined ? {} : { primary }),
    ...(secondary === undefined ? {} : { secondary }),
    rest: all
      .filter(({ mode }) => mode !== primary && mode !== secondary)
      .map(({ mode, availableToProcess }) => ({ mode, isAvailable: availableToProcess })),
  };
}
