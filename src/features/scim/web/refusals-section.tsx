import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Section } from '#ui/layout/section.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { Refusal } from '../schemas.ts';
import classes from './provisioning.module.css';

/** The newest refused requests. The same refusal is counted, so that a provider that retries fills no list. */
export function RefusalsSection({ refusals }: { refusals: readonly Refusal[] }) {
  const { t } = useTranslation();
  const times = useTimes();
  return (
    <Section title={t('provisioning.refusals')}>
      {refusals.length === 0 ? (
        <EmptyState title={t('provisioning.no_refusals')}>{t('provisioning.no_refusals_text')}</EmptyState>
      ) : (
        <ul className={classes.rows}>
          {refusals.map((one) => (
            <li key={`${one.tokenName} ${one.act} ${one.objectId} ${one.reason}`} className={classes.row}>
              <div className={classes.main}>
                <div className={classes.title}>
                  <span className={classes.name}>{t(`audit.act.${one.act}`)}</span>
                  <StatusBadge tone="failed" label={String(one.status)} />
                </div>
                <p className={classes.text}>{t(`provisioning.reason.${one.reason}`)}</p>
                <p className={classes.facts}>
                  {[
                    times.short(one.lastAt),
                    ...(one.times > 1 ? [t('provisioning.times', { number: one.times })] : []),
                    ...(one.objectId === '' ? [] : [one.objectName ?? one.objectId]),
                    one.tokenName ?? '',
                  ]
                    .filter((text) => text !== '')
                    .join(' · ')}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
