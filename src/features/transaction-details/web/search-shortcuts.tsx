import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconCreditCard, IconWorld } from '@tabler/icons-react';
import type { TransactionDetails } from '#features/transaction-details/endpoints.ts';
import { paths } from '#web/paths.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { startupConfig } from '#web/startup-config.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = { transaction: TransactionDetails };

/**
 * Other payments from the same address or with the same card, for those who hunt fraud
 * (docs/domain.md#transaction-details).
 */
export function SearchShortcuts({ transaction }: Props) {
  const { t } = useTranslation();
  if (startupConfig().tqsDataSourceDwEnabled !== 'true') return null;
  const { ipAddress, cardCorrelationId, transactionId } = transaction;
  return (
    <Allowed anyOf={['P_VIEW_FRAUDGUARD', 'P_VIEW_FRAUD_RULES']}>
      {ipAddress !== null && (
        <Button
          variant="default"
          leftSection={<IconWorld size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} {...searchFor('IP_address', ipAddress)} />}
        >
          {t('details.search_ip')}
        </Button>
      )}
      {cardCorrelationId !== null && (
        <Button
          variant="default"
          leftSection={<IconCreditCard size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} {...searchFor('SAME_CARD', transactionId)} />}
        >
          {t('details.search_card')}
        </Button>
      )}
    </Allowed>
  );
}

/** The first page of what was ever found (docs/domain.md#transaction-details). */
function searchFor(searchField: 'IP_address' | 'SAME_CARD', value: string) {
  return paths.search({ offset: 0, pageSize: 25, searchField, value, searchRange: 'ANY_TIME' });
}
