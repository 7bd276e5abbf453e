import { ActionIcon, Button } from '@mantine/core';
import { IconDots, IconCreditCard, IconFolderPlus, IconListDetails, IconWorld } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useRouter } from '@tanstack/react-router';
import type { TransactionDetails } from '../../schemas.ts';
import { type OrderMode, splitActions } from '../../follow-up-mode.ts';
import { type SavedKeys, type KeyStore, AttemptKeys } from './attempt-keys.ts';
import type { OpenedAction } from './opened-follow-up.tsx';
import { OpenCaseFailure, useOpenCase } from '#features/cases/web/open-case.tsx';
import { DropMenu } from '#ui/overlay/drop-menu.tsx';
import { DropMenuItem } from '#ui/overlay/drop-menu-item.tsx';
import { latePart } from '#ui/overlay/late-part.tsx';
import { usePageActions } from '#web/palette/page-actions.ts';
import { withAllTexts } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { readSession, writeSession } from '#web/session/client-storage.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSession } from '#web/session/session-store.ts';
import { startupConfig } from '#web/startup-config.ts';
import { paths } from '#web/paths.ts';

interface Props {
  transaction: TransactionDetails;
  opened: OpenedAction | undefined;
  onOpen: (mode: OrderMode) => void;
}

/** One primary action, one secondary, the rest in a menu, each with its dialogs. */
export function FollowUpActions({ transaction, opened, onOpen }: Props) {
  const { t } = useTranslation();
  const [keys] = useState(() => new AttemptKeys(keysOfTab(transaction.transactionId)));
  const [isNarrow] = useState(() => window.matchMedia('(max-width: 560px)').matches);
  const { newTransactionInformation: newPayment } = transaction;
  const { primary, secondary, rest } = splitActions(transaction, isNarrow);
  const searches = useSearchShortcuts(transaction);
  const lists = useAddToLists();
  const fraudCase = useOpenCase();
  const caseShortcut: Shortcut = {
    name: t('cases.open'),
    icon: <IconFolderPlus size={16} aria-hidden />,
    open: () => void fraudCase.open({ transactionId: transaction.transactionId }),
  };
  const shortcuts = [
    ...searches,
    ...(lists.shortcut === undefined ? [] : [lists.shortcut]),
    ...(fraudCase.isOffered ? [caseShortcut] : []),
  ];
  const label = (mode: OrderMode) => {
    if (mode === 'ADD_SCHEDULE') return t('schedules.add.button');
    const isComplete = mode === 'CAPTURE' && transaction.type === 'PAYOUT_INITIALIZE';
    return t(`details.action.${isComplete ? 'COMPLETE' : mode}.button`);
  };
  usePageActions(() => {
    const further = rest.filter(({ isAvailable }) => isAvailable).map(({ mode }) => mode);
    return [primary, secondary, ...further]
      .filter((mode) => mode !== undefined)
      .map((mode) => ({ id: `follow-up ${mode}`, label: label(mode), go: () => onOpen(mode) }));
  });
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
      {lists.shortcut !== undefined && (
        <ImportDialog transaction={transaction} isOpen={lists.isOpen} onClose={lists.close} />
      )}
      <OpenCaseFailure failure={fraudCase.failure} onClose={fraudCase.forget} />
      <OpenedFollowUp
        isOpen={opened !== undefined}
        opened={opened}
        transaction={transaction}
        keys={keys}
        onPlainPayment={newPayment.PAYMENT.availableToProcess ? () => onOpen('PAYMENT') : undefined}
      />
    </>
  );
}

/** Stored in the tab until sign-out, by transaction. */
function keysOfTab(transactionId: string): KeyStore {
  const all = (): Readonly<Record<string, SavedKeys>> => parseObject(readSession('followUpKeys'));
  return {
    read: () => {
      const kept = Object.entries(parseObject<unknown>(all()[transactionId])).filter(isKept);
      return Object.fromEntries(kept);
    },
    write: (keys) => writeSession('followUpKeys', { ...all(), [transactionId]: keys }),
  };
}

/** Session storage may contain anything, so its values are validated. */
function parseObject<T>(value: unknown): Readonly<Record<string, T>> {
  return typeof value === 'object' && value != null ? (value as Record<string, T>) : {};
}

function isKept(entry: [string, unknown]): entry is [string, SavedKeys[string]] {
  const { key, until } = parseObject<unknown>(entry[1]);
  return typeof key === 'string' && typeof until === 'number';
}

interface Shortcut {
  name: string;
  icon: ReactNode;
  open: () => void;
}

const OpenedFollowUp = latePart(
  async () => (await withAllTexts(import('./opened-follow-up.tsx'))).OpenedFollowUp,
);

const ImportDialog = latePart(
  async () => (await import('#features/fraud-lists/web/transaction/import-dialog.tsx')).ImportDialog,
);

/** Adds values of the transaction to lists (docs/domain.md#add-to-lists). */
function useAddToLists() {
  const { t } = useTranslation();
  const session = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const isAllowedTo =
    session != null &&
    isAllowed(session, { anyOf: ['P_EDIT_FRAUD_LIST_ITEMS'] }) &&
    isAllowed(session, { anyOf: ['P_EDIT_FRAUD_NEGATIVE_POSITIVE_LISTS', 'P_EDIT_FRAUD_PARAMETER_LISTS'] });
  const shortcut: Shortcut = {
    name: t('fraud_lists.import.title'),
    icon: <IconListDetails size={16} aria-hidden />,
    open: () => setIsOpen(true),
  };
  const isOffered = isAllowedTo && startupConfig().tqsDataSourceDwEnabled === 'true';
  return { shortcut: isOffered ? shortcut : undefined, isOpen, close: () => setIsOpen(false) };
}

/** Other payments from the same address or card, for fraud analysts (docs/domain.md#transaction-details). */
function useSearchShortcuts(transaction: TransactionDetails): Shortcut[] {
  const { t } = useTranslation();
  const router = useRouter();
  const session = useSession();
  const isHunting =
    session != null && isAllowed(session, { anyOf: ['P_VIEW_FRAUDGUARD', 'P_VIEW_FRAUD_RULES'] });
  if (!isHunting || startupConfig().tqsDataSourceDwEnabled !== 'true') return [];
  const { ipAddress, cardCorrelationId, transactionId } = transaction;
  const open = (searchField: 'IP_address' | 'SAME_CARD', value: string) => () =>
    void router.navigate(searchFor(searchField, value));
  const icon = { size: 16, 'aria-hidden': true } as const;
  return [
    ...(ipAddress === null
      ? []
      : [
          {
            name: t('details.search_ip'),
            icon: <IconWorld {...icon} />,
            open: open('IP_address', ipAddress),
          },
        ]),
    ...(cardCorrelationId === null
      ? []
      : [
          {
            name: t('details.search_card'),
            icon: <IconCreditCard {...icon} />,
            open: open('SAME_CARD', transactionId),
          },
        ]),
  ];
}

/** The first page over all time (docs/domain.md#transaction-details). */
function searchFor(searchField: 'IP_address' | 'SAME_CARD', value: string) {
  return paths.search({ offset: 0, pageSize: 25, searchField, value, searchRange: 'ANY_TIME' });
}
