import { useRouter } from '@tanstack/react-router';
import { IconCreditCard, IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { TransactionDetails } from '#features/transaction-details/endpoints.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSession } from '#web/session/session-store.ts';
import { startupConfig } from '#web/startup-config.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Shortcut = { name: string; icon: ReactNode; open: () => void };

/**
 * Other payments from the same address or with the same card, for those who hunt fraud
 * (docs/domain.md#transaction-details).
 */
export function useSearchShortcuts(transaction: TransactionDetails): Shortcut[] {
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

/** The first page of what was ever found (docs/domain.md#transaction-details). */
function searchFor(searchField: 'IP_address' | 'SAME_CARD', value: string) {
  return paths.search({ offset: 0, pageSize: 25, searchField, value, searchRange: 'ANY_TIME' });
}
