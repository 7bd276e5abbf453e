import { IconCreditCard, IconFolderPlus, IconListDetails, IconMail, IconWorld } from '@tabler/icons-react';
import { useState } from 'react';
import type { TransactionDetails } from '../../schemas.ts';
import { type OrderMode, splitActions } from '../../follow-up-mode.ts';
import { AttemptKeys, openKeyStore } from '#web/call/attempt-keys.ts';
import type { OpenedAction } from './opened-follow-up.tsx';
import { OpenCaseFailure, useOpenCase } from '../open-case.tsx';
import { lazyMount } from '#ui/overlay/lazy-mount.tsx';
import { type PageAction, PageActionBar } from '#web/palette/page-action-bar.tsx';
import { withAllTexts } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSession } from '#web/session/session-store.ts';
import { startupConfig } from '#web/startup-config.ts';
import { paths } from '#web/paths.ts';

interface Props {
  transaction: TransactionDetails;
  openedAction: OpenedAction | undefined;
  onOpen: (mode: OrderMode) => void;
}

/** One primary action, one secondary, the rest in a menu, each with its dialogs. */
export function FollowUpActions({ transaction, openedAction, onOpen }: Props) {
  const { t } = useTranslation();
  const [keys] = useState(() => new AttemptKeys(openKeyStore(transaction.transactionId)));
  const { newTransactionInformation: newPayment } = transaction;
  const { primary, secondary, rest } = splitActions(transaction);
  const searches = useSearchShortcuts(transaction);
  const lists = useAddToLists();
  const fraudCase = useOpenCase();
  const caseShortcut: PageAction = {
    id: 'case',
    label: t('cases.open'),
    icon: IconFolderPlus,
    go: () => void fraudCase.open({ transactionId: transaction.transactionId }),
  };
  const [isReceiptOpen, setIsReceiptOpen] = useState(false);
  const { receiptInformation: receipt } = transaction;
  const receiptShortcut: PageAction = {
    id: 'receipt',
    label: t(`details.receipt.${receipt?.kind === 'REFUND' ? 'refund' : 'payment'}.button`),
    icon: IconMail,
    go: () => setIsReceiptOpen(true),
  };
  const shortcuts = [
    ...(receipt === null ? [] : [receiptShortcut]),
    ...searches,
    ...(lists.shortcut === undefined ? [] : [lists.shortcut]),
    ...(fraudCase.isVisible ? [caseShortcut] : []),
  ];
  const label = (mode: OrderMode) => {
    if (mode === 'ADD_SCHEDULE') return t('schedules.add.button');
    const isComplete = mode === 'CAPTURE' && transaction.type === 'PAYOUT_INITIALIZE';
    return t(`details.action.${isComplete ? 'COMPLETE' : mode}.button`);
  };
  const toAction = (mode: OrderMode, isAvailable = true): PageAction => ({
    id: mode,
    label: label(mode),
    isDisabled: !isAvailable,
    go: () => onOpen(mode),
  });
  return (
    <>
      <PageActionBar
        primary={primary && toAction(primary)}
        secondary={secondary && toAction(secondary)}
        more={[
          ...rest.map(({ mode, isAvailable }) => toAction(mode, isAvailable)),
          ...shortcuts.map((shortcut, index) => ({ ...shortcut, isNewGroup: index === 0 })),
        ]}
      />
      {lists.shortcut !== undefined && (
        <ImportDialog transaction={transaction} isOpen={lists.isOpen} onClose={lists.close} />
      )}
      {receipt !== null && (
        <ReceiptDialog
          transaction={transaction}
          receipt={receipt}
          isOpen={isReceiptOpen}
          onClose={() => setIsReceiptOpen(false)}
        />
      )}
      <OpenCaseFailure failure={fraudCase.failure} onClose={fraudCase.forget} />
      <OpenedFollowUp
        isOpen={openedAction !== undefined}
        action={openedAction}
        transaction={transaction}
        keys={keys}
        onPlainPayment={newPayment.PAYMENT.availableToProcess ? () => onOpen('PAYMENT') : undefined}
      />
    </>
  );
}

const OpenedFollowUp = lazyMount(
  async () => (await withAllTexts(import('./opened-follow-up.tsx'))).OpenedFollowUp,
);

const ReceiptDialog = lazyMount(
  async () => (await withAllTexts(import('./receipt-dialog.tsx'))).ReceiptDialog,
);

const ImportDialog = lazyMount(
  async () => (await withAllTexts(import('#features/fraud/fraud-lists/web/import-dialog.tsx'))).ImportDialog,
);

/** Adds values of the transaction to lists (docs/domain.md#add-to-lists). */
function useAddToLists() {
  const { t } = useTranslation();
  const session = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const isAllowedTo =
    session !== undefined &&
    isAllowed(session, { anyOf: ['P_EDIT_FRAUD_LIST_ITEMS'] }) &&
    isAllowed(session, { anyOf: ['P_EDIT_FRAUD_NEGATIVE_POSITIVE_LISTS', 'P_EDIT_FRAUD_PARAMETER_LISTS'] });
  const shortcut: PageAction = {
    id: 'lists',
    label: t('fraud_lists.import.title'),
    icon: IconListDetails,
    go: () => setIsOpen(true),
  };
  const isOffered = isAllowedTo && startupConfig().tqsDataSourceDwEnabled === 'true';
  return { shortcut: isOffered ? shortcut : undefined, isOpen, close: () => setIsOpen(false) };
}

/** Other payments from the same address or card, for fraud analysts (docs/domain.md#transaction-details). */
function useSearchShortcuts(transaction: TransactionDetails): PageAction[] {
  const { t } = useTranslation();
  const session = useSession();
  const mayInvestigate =
    session !== undefined && isAllowed(session, { anyOf: ['P_VIEW_FRAUDGUARD', 'P_VIEW_FRAUD_RULES'] });
  if (!mayInvestigate || startupConfig().tqsDataSourceDwEnabled !== 'true') return [];
  const { ipAddress, cardCorrelationId, transactionId } = transaction;
  const sameAddress: PageAction = {
    id: 'address',
    label: t('details.search_ip'),
    icon: IconWorld,
    go: searchFor('IP_address', ipAddress ?? ''),
  };
  const sameCard: PageAction = {
    id: 'card',
    label: t('details.search_card'),
    icon: IconCreditCard,
    go: searchFor('SAME_CARD', transactionId),
  };
  return [...(ipAddress === null ? [] : [sameAddress]), ...(cardCorrelationId === null ? [] : [sameCard])];
}

/** The first page over all time (docs/domain.md#transaction-details). */
function searchFor(searchField: 'IP_address' | 'SAME_CARD', value: string) {
  return paths.search({ offset: 0, pageSize: 25, searchField, value, searchRange: 'ANY_TIME' });
}
