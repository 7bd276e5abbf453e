import type { TransactionDetails } from '../../schemas.ts';
import type { OrderMode } from '../../follow-up-mode.ts';
import { AddScheduleAction } from './add-schedule-action.tsx';
import type { AttemptKeys } from './attempt-keys.ts';
import { FollowUpAction } from './follow-up-action.tsx';

/** The open action. The number makes each opening a new one. */
export interface OpenedAction {
  mode: OrderMode;
  times: number;
}

interface Props {
  opened: OpenedAction | undefined;
  transaction: TransactionDetails;
  keys: AttemptKeys;
  /** At the warning of a repeat: a plain payment instead; absent where that is not possible. */
  onPlainPayment: (() => void) | undefined;
}

/** The dialogs of the open action. */
export function OpenedFollowUp({ opened, transaction, keys, onPlainPayment }: Props) {
  if (opened === undefined) return null;
  const { mode, times } = opened;
  return mode === 'ADD_SCHEDULE' ? (
    <AddScheduleAction key={times} transaction={transaction} keys={keys} />
  ) : (
    <FollowUpAction
      key={times}
      transaction={transaction}
      keys={keys}
      mode={mode}
      onPlainPayment={onPlainPayment}
    />
  );
}
