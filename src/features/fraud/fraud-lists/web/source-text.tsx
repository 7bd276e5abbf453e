import { Link } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';
import { getTransaction } from '#features/reports/transaction-details/endpoints.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSession } from '#web/session/session-store.ts';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** The transaction that a source names: the first run of 11 or more digits (docs/domain.md#fraud-lists). */
export const sourceTransaction = (source: string): string | undefined =>
  /^(?:Import|Auto-add)/.test(source) ? /\d{11,}/.exec(source)?.[0] : undefined;

/** The case that added a value when it was closed. */
const sourceCase = (source: string): string | undefined => /^Case ([1-9]\d{0,14})$/.exec(source)?.[1];

/** A source in the reader's language. A client's own text is shown unchanged. */
export function sourceLabel(source: string, t: Translate): string {
  const id = sourceTransaction(source);
  if (id !== undefined) {
    return t(source.startsWith('Import') ? 'fraud_lists.source.import' : 'fraud_lists.source.auto_add', {
      id,
    });
  }
  const caseId = sourceCase(source);
  if (caseId !== undefined) return t('fraud_lists.source.case', { id: caseId });
  if (source === 'Manual input') return t('fraud_lists.source.manual');
  if (source === 'File upload') return t('fraud_lists.source.upload');
  if (source === 'Operator import') return t('fraud_lists.source.operator');
  return source;
}

/** Links to the transaction for users who may open it. */
export function SourceText({ source }: { source: string }) {
  const { t } = useTranslation();
  const session = useSession();
  const id = sourceTransaction(source);
  const text = sourceLabel(source, t);
  const mayOpen = session !== undefined && isAllowed(session, { to: getTransaction });
  return id === undefined || !mayOpen ? text : <Link {...paths.transaction(id)}>{text}</Link>;
}
