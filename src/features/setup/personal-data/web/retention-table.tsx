import { DetailsList } from '#ui/layout/details-list.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getRetention } from '../endpoints.ts';

/** How long each kind of data is kept. The operator sets it. */
export function RetentionTable({ orgId }: { orgId: number }) {
  const { t } = useTranslation();
  const { data } = useCall(getRetention, { path: { orgId } });
  if (data === undefined) return null;
  const timeOf = (days: number): string =>
    days === 0 ? t('personal_data.kept_always') : t('personal_data.kept_days', { count: days });
  return (
    <div className="stack">
      <p className="quiet-text">{t('personal_data.retention_text', { count: data.disputeDays })}</p>
      <DetailsList
        columns={2}
        details={data.kinds.map(({ kind, days }) => ({
          label: t(`personal_data.retention_kind.${kind}`),
          value: kind === 'requestLog' && days === 0 ? t('personal_data.not_kept') : timeOf(days),
        }))}
      />
    </div>
  );
}
