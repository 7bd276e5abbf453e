import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

interface Props {
  isFiltered: boolean;
  isCard: boolean;
  isMini: boolean;
  onClear: () => void;
  onAdd: (() => void) | undefined;
}

/** Why a list shows no values, with the next step. */
export function NoItems({ isFiltered, isCard, isMini, onClear, onAdd }: Props) {
  const { t } = useTranslation();
  if (isFiltered) {
    const step = { label: t('fraud_lists.clear_filters'), onClick: onClear };
    return <EmptyState title={t('fraud_lists.no_values_so')} step={step} />;
  }
  const text = isMini ? 'fraud_lists.mini' : isCard ? 'fraud_lists.cards_text' : 'fraud_lists.no_values_text';
  const step = onAdd && { label: t('fraud_lists.add.button'), onClick: onAdd };
  return (
    <EmptyState title={t('fraud_lists.no_values')} step={step}>
      {t(text)}
    </EmptyState>
  );
}
