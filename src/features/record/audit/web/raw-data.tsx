import { CopyText } from '#ui/layout/copy-text.tsx';
import { Fold } from '#ui/layout/fold.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { AuditLine } from '../schemas.ts';

/** The stored data of an event about its change, as JSON. */
export function RawData({ line }: { line: Pick<AuditLine, 'before' | 'after' | 'detail'> }) {
  const { t } = useTranslation();
  const { before, after, detail } = line;
  const stored = Object.entries({ before, after, detail }).filter(([, value]) => value !== null);
  if (stored.length === 0) return null;
  return (
    <Fold title={t('audit.raw')}>
      <CopyText text={JSON.stringify(Object.fromEntries(stored), null, 2)} isBlock />
    </Fold>
  );
}
