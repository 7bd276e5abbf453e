import { ActionIcon, Button } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import type { TransactionDetails } from '#features/transaction-details/endpoints.ts';
import type { OrderMode } from '#features/transaction-details/follow-up-mode.ts';
import { AddScheduleAction } from '#features/transaction-details/web/follow-up/add-schedule-action.tsx';
import { AttemptKeys } from '#features/transaction-details/web/follow-up/attempt-keys.ts';
import { FollowUpAction } from '#features/transaction-details/web/follow-up/follow-up-action.tsx';
import { keysOfTab } from '#features/transaction-details/web/follow-up/keys-of-tab.ts';
import { useSearchShortcuts } from '#features/transaction-details/web/use-search-shortcuts.tsx';
import { splitActions } from '#features/transaction-details/split-actions.ts';
import { DropMenu } from '#ui/overlay/drop-menu.tsx';
import { DropMenuItem } from '#ui/overlay/drop-menu-item.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

/** The action whose dialogs are on the page; the number makes each opening a new one. */
export type OpenedAction = { mode: OrderMode; times: number };

type Props = {
  transaction: TransactionDetails;
  opened: OpenedAction | undefined;
  onOpen: (mode: OrderMode) => void;
};

/** One primary action, one secondary, the rest in a menu; each with all that follows from it. */
export function FollowUpActions({ transaction, opened, onOpen }: Props) {
  const { t } = useTranslation();
  const [keys] = useState(() => new AttemptKeys(keysOfTab(transaction.transactionId)));
  const [isNarrow] = useState(() => window.matchMedia('(max-width: 560px)').matches);
  const { newTransactionInformation: anew } = transaction;
  const { primary, secondary, rest } = splitActions(transaction, isNarrow);
  const shortcuts = useSearchShortcuts(transaction);
  const label = (mode: OrderMode) => {
    if (mode === 'ADD_SCHEDULE') return t('schedules.add.button');
    const isComplete = mode === 'CAPTURE' && transaction.type === 'PAYOUT_INITIALIZE';
    return t(`details.action.${isComplete ? 'COMPLETE' : mode}.button`);
  };
  return (
    <>
      {secondary !== undefined && (
        <Button variant="default" onClick={() => onOpen(secondary)}>
          {label(secondary)}
        </Button>
      )}
      {primary !== undefined && <Button onClick={() => onOpen(primary)}>{label(primary)}</Button>}
      {rest.length + shortcuts.length > 0 && (
        <DropMenu
          target={
            <ActionIcon variant="default" size="md" aria-label={t('details.more_actions')}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          }
        >
          {rest.map(({ mode, isAvailable }) => (
            <DropMenuItem key={mode} isDisabled={!isAvailable} onChoose={() => onOpen(mode)}>
              {label(mode)}
            </DropMenuItem>
          ))}
          {shortcuts.map(({ name, icon, open }, index) => (
            <DropMenuItem key={name} icon={icon} onChoose={open} isNewGroup={index === 0 && rest.length > 0}>
              {name}
            </DropMenuItem>
          ))}
        </DropMenu>
      )}
      {opened?.mode === 'ADD_SCHEDULE' && (
        <AddScheduleAction key={opened.times} transaction={transaction} keys={keys} />
      )}
      {opened !== undefined && opened.mode !== 'ADD_SCHEDULE' && (
        <FollowUpAction
          key={opened.times}
          transaction={transaction}
          keys={keys}
          mode={opened.mode}
          onPlainPayment={anew.PAYMENT.availableToProcess ? () => onOpen('PAYMENT') : undefined}
        />
      )}
    </>
  );
}
