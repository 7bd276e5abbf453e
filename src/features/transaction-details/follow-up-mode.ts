import type { TransactionDetails } from './endpoints.ts';

/** Secondary transactions of the details screen (docs/domain.md#follow-up-dialogs); the URL carries the last one. */
export const followUpModes = ['REFUND', 'CAPTURE', 'CANCEL', 'PAYMENT', 'PAYOUT', 'REPEAT'] as const;
export type FollowUpMode = (typeof followUpModes)[number];

/** All that is sent with a confirmation of its own. */
export type OrderMode = FollowUpMode | 'ADD_SCHEDULE';

/** All that the section of secondary transactions can stand at. */
export type SecondaryMode = FollowUpMode | 'UNSET' | 'SCHEDULE_WARNING' | 'SCHEDULE_SKIP' | 'ADD_SCHEDULE';

export type ModeEvent =
  | { kind: 'open'; mode: OrderMode }
  /** At the warning: pay now and leave the schedule as it is. */
  | { kind: 'proceed' }
  /** At the warning: the next episode is skipped, and the repeat takes its place. */
  | { kind: 'skip' }
  | { kind: 'cancel' };

export interface LinkedSchedule {
  linkedScheduleId: string | null;
  nextScheduledRepeat: string | null;
}

/** Where an event leads; what does not apply where one stands changes nothing. */
export function nextMode(mode: SecondaryMode, event: ModeEvent, schedule: LinkedSchedule): SecondaryMode {
  if (event.kind === 'cancel') return 'UNSET';
  if (event.kind === 'open') {
    if (mode !== 'UNSET') return mode;
    return event.mode === 'REPEAT' && isDue(schedule) ? 'SCHEDULE_WARNING' : event.mode;
  }
  if (mode !== 'SCHEDULE_WARNING') return mode;
  return event.kind === 'proceed' ? 'PAYMENT' : 'SCHEDULE_SKIP';
}

/** Is the form of a secondary transaction open? */
export function isFormOpen(mode: SecondaryMode): boolean {
  return mode !== 'UNSET' && mode !== 'SCHEDULE_WARNING' && mode !== 'ADD_SCHEDULE';
}

/** Where the person goes after success or processing: the page again, or the schedule that was made. */
export function destinationAfter(
  mode: SecondaryMode,
  choice: { option?: 'go_to_schedule'; scheduleId?: string | undefined },
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
