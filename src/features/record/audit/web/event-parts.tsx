import { Fragment } from 'react';
import { IconBan } from '@tabler/icons-react';
import { useTranslation } from '#web/translate/use-translation.ts';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { Fold } from '#ui/layout/fold.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { diffFields } from '../audit-changes.ts';
import type { AuditLine } from '../schemas.ts';
import classes from './audit.module.css';
import { type FieldOwner, useAuditLabels } from './use-audit-labels.ts';

/** Longer lists show only their differences. */
const maxUnshortened = 8;

/** The fields that an action changed, before and after. Empty without a difference. */
export function ChangesTable({ line }: { line: Pick<AuditLine, 'before' | 'after'> & FieldOwner }) {
  const { t } = useTranslation();
  const labels = useAuditLabels();
  const changes = diffFields(line.before, line.after);
  if (changes.length === 0) return null;
  return (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">{t('audit.field')}</th>
          <th scope="col">{t('audit.before')}</th>
          <th scope="col">{t('audit.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => {
          const [old, now] = [labels.values(line, field, before), labels.values(line, field, after)];
          return (
            <tr key={field}>
              <th scope="row" title={field}>
                {labels.field(line, field)}
              </th>
              <td>
                <Values texts={old} compared={now} as="del" />
              </td>
              <td>
                <Values texts={now} compared={old} as="ins" />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Marks the entries that the other side does not have. */
function Values(props: { texts: readonly string[]; compared: readonly string[]; as: 'del' | 'ins' }) {
  const { t } = useTranslation();
  const { texts, compared, as: Mark } = props;
  if (texts.length === 0) return <span className={classes.none}>–</span>;
  const otherTexts = new Set(compared);
  const same = texts.filter((text) => otherTexts.has(text));
  // Only their order differs, or codes with the same words.
  if (same.length === texts.length && compared.length === texts.length)
    return <Mark>{texts.join(', ')}</Mark>;
  const isShort = texts.length <= maxUnshortened;
  const visible = isShort ? texts : texts.filter((text) => !otherTexts.has(text));
  return (
    <>
      {visible.map((text, index) => (
        <Fragment key={text}>
          {index > 0 && ', '}
          {otherTexts.has(text) ? text : <Mark>{text}</Mark>}
        </Fragment>
      ))}
      {!isShort && same.length > 0 && (
        <span className={classes.none}>
          {visible.length > 0 && ', '}
          {t('audit.unchanged', { number: same.length })}
        </span>
      )}
    </>
  );
}

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

/** Allowed, refused or failed. */
export function OutcomeBadge({ line }: { line: Pick<AuditLine, 'outcome' | 'refused'> }) {
  const labels = useAuditLabels();
  if (line.outcome.startsWith('failed')) return <StatusBadge tone="warning" label={labels.outcome(line)} />;
  if (line.refused) return <StatusBadge tone="failed" icon={IconBan} label={labels.outcome(line)} />;
  return <StatusBadge tone="success" label={labels.outcome(line)} />;
}
