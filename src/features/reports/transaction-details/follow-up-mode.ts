import type { TransactionDetails } from './schemas.ts';

/** Follow-ups of the details screen (docs/domain.md#follow-up-dialogs). The URL carries the last one. */
export const followUpModes = ['REFUND', 'CAPTURE', 'CANCEL', 'PAYMENT', 'PAYOUT', 'REPEAT'] as const;
export type FollowUpMode = (typeof followUpModes)[number];

/** Every action with a confirmation. */
export type OrderMode = FollowUpMode | 'ADD_SCHEDULE';

/** Every state of the follow-up section. */
export type SecondaryMode = FollowUpMode | 'UNSET' | 'SCHEDULE_WARNING' | 'SCHEDULE_SKIP' | 'ADD_SCHEDULE';

export type ModeEvent =
  | { kind: 'open'; mode: OrderMode }
  /** At the warning: pays now and leaves the schedule as it is. */
  | { kind: 'proceed' }
  /** At the warning: skips the next episode; the repeat takes its place. */
  | { kind: 'skip' }
  | { kind: 'cancel' };

interface LinkedSchedule {
  linkedScheduleId: string | null;
  nextScheduledRepeat: string | null;
}

/** The next state after an event. Events that do not apply change nothing. */
export function nextMode(mode: SecondaryMode, event: ModeEvent, schedule: LinkedSchedule): SecondaryMode {
  if (event.kind === 'cancel') return 'UNSET';
  if (event.kind === 'open') {
    if (mode !== 'UNSET') return mode;
    return event.mode === 'REPEAT' && isDue(schedule) ? 'SCHEDULE_WARNING' : event.mode;
  }
  if (mode !== 'SCHEDULE_WARNING') return mode;
  return event.kind === 'proceed' ? 'PAYMENT' : 'SCHEDULE_SKIP';
}

/** The destination after success or processing: the page again, or the new schedule. */
export function destinationAfter(
  mode: SecondaryMode,
  choice: { option?: 'go_to_schedule'; scheduleId?: string },
): { screen: 'scheduleDetails'; id: string } | { screen: 'transactionDetails'; from: SecondaryMode } {
  return choice.option === 'go_to_schedule' && choice.scheduleId !== undefined
    ? { screen: 'scheduleDetails', id: choice.scheduleId }
    : { screen: 'transactionDetails', from: mode };
}

function isDue({ linkedScheduleId, nextScheduledRepeat }: LinkedSchedule): boolean {
  return linkedScheduleId !== null && nextScheduledRepeat !== null;
}

type Actions = Pick<
  TransactionDetails,
  | 'cardPause'
  | 'addScheduleInformation'
  | 'newTransactionInformation'
  | 'repeatInformation'
  | 'cancelInformation'
  | 'captureInformation'
  | 'refundInformation'
>;

interface SplitActions {
  primary?: OrderMode;
  secondary?: OrderMode;
  rest: { mode: OrderMode; isAvailable: boolean }[];
}

/**
 * The action that ends this payment is primary. The next available one is secondary, unless it charges a card that should
 * rest.
 */
export function splitActions(actions: Actions): SplitActions {
  const { newTransactionInformation: newTransaction } = actions;
  const all = [
    { mode: 'CAPTURE' as const, ...actions.captureInformation },
    { mode: 'REFUND' as const, ...actions.refundInformation },
    { mode: 'CANCEL' as const, ...actions.cancelInformation },
    { mode: 'REPEAT' as const, ...actions.repeatInformation },
    { mode: 'PAYMENT' as const, ...newTransaction.PAYMENT },
    { mode: 'ADD_SCHEDULE' as const, ...actions.addScheduleInformation },
    { mode: 'PAYOUT' as const, ...newTransaction.PAYOUT },
  ].filter(({ permitted }) => permitted);
  const available = all.filter(({ availableToProcess }) => availableToProcess).map(({ mode }) => mode);
  const primary = available.find((mode) => mode === 'CAPTURE' || mode === 'REFUND');
  const unfit: OrderMode[] =
    actions.cardPause === null ? ['PAYOUT'] : ['PAYOUT', 'REPEAT', 'PAYMENT', 'ADD_SCHEDULE'];
  const secondary = available.find((mode) => mode !== primary && !unfit.includes(mode));
  return {
    primary,
    secondary,
    rest: all
      .filter(({ mode }) => mode !== primary && mode !== secondary)
      .map(({ mode, availableToProcess }) => ({ mode, isAvailable: availableToProcess })),
  };
}
