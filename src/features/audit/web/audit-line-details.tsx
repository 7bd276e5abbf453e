import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { TimeText } from '#web/format/time-text.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { diffFields, flattenFields } from '../audit-changes.ts';
import type { AuditParams } from '../audit-params.ts';
import type { AuditLine } from '../schemas.ts';
import classes from './audit.module.css';
import { ChangesTable } from './changes-table.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';
import { useAuditLabels } from './use-audit-labels.ts';

interface Props {
  line: AuditLine;
  onNarrow: (filter: Partial<AuditParams>) => void;
}

/** Details of one audit event. */
export function AuditLineDetails({ line, onNarrow }: Props) {
  const { t } = useTranslation();
  const labels = useAuditLabels();
  const { objectKind, objectId } = line;
  const isTransaction = objectKind === 'transaction' && /^[1-9]\d{9,15}$/.test(objectId ?? '');
  const object = isTransaction ? (
    <Link {...paths.transaction(objectId ?? '')}>{labels.object(line)}</Link>
  ) : (
    labels.object(line)
  );
  const more = [...flattenFields(line.detail)].map(([label, value]) => ({ label, value }));
  return (
    <div className={classes.line}>
      <div className={classes.head}>
        <OutcomeBadge line={line} />
        <TimeText at={line.at} />
      </div>
      <DetailsList
        details={[
          { label: t('audit.actor'), value: labels.actor(line) },
          {
            label: t('audit.actor_id'),
            value: line.actorKind === 'anonymous' ? '' : <CopyText text={line.actor} />,
          },
          { label: t('audit.object'), value: object },
          { label: t('audit.organisation'), value: line.organisationName ?? line.organisationId },
          { label: t('audit.reason'), value: labels.reason(line) },
          { label: t('audit.ip'), value: line.ip, isNumeric: true },
          { label: t('audit.user_agent'), value: line.userAgent },
          {
            label: t('audit.request_id'),
            value: line.requestId === '' ? '' : <CopyText text={line.requestId} />,
          },
          { label: t('audit.number'), value: line.seq, isNumeric: true },
        ]}
      />
      {diffFields(line.before, line.after).length > 0 && (
        <section>
          <h3>{t('audit.changes')}</h3>
          <ChangesTable before={line.before} after={line.after} />
        </section>
      )}
      {more.length > 0 && (
        <section>
          <h3>{t('audit.more')}</h3>
          <DetailsList details={more} />
        </section>
      )}
      <div className={classes.narrow}>
        {line.actorKind !== 'anonymous' && (
          <Button variant="default" onClick={() => onNarrow({ actor: line.actor })}>
            {t('audit.only_actor')}
          </Button>
        )}
        {objectKind !== null && objectId !== null && (
          <Button variant="default" onClick={() => onNarrow({ objectKind, objectId })}>
            {t('audit.only_object')}
          </Button>
        )}
      </div>
    </div>
  );
}
