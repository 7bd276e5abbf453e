import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { csvLine } from '#shared/text/csv.ts';
import { numberFormat } from '#shared/text/intl-formats.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { Card } from '#ui/layout/card.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { saveBlob } from '#web/call/call.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useMoney } from '#web/format/use-money.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { paths } from '#web/paths.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { addAmounts } from '#features/payments/bulk/sum-amounts.ts';
import type { FileRowView, LinkFileReport } from '../schemas.ts';
import classes from './smart-links.module.css';

interface Props {
  report: LinkFileReport;
  failure?: CallFailure | null;
  /** The links are created. */
  isDone?: boolean;
  onAgain: () => void;
  onCreate?: (mails: boolean) => void;
  /** Of the created links. */
  batchId?: string;
}

/** The rows of a file before and after their links are created: what needs a look comes first. */
export function ImportReport({ report, failure = null, isDone = false, batchId, onAgain, onCreate }: Props) {
  const { t, language } = useTranslation();
  const [mails, setMails] = useState(false);
  const { rows } = report;
  const valid = rows.filter(({ problems }) => problems.length === 0);
  const number = (value: number): string => numberFormat(browserLocale(language)).format(value);
  const withEmail = valid.filter(({ email }) => email !== '').length;
  return (
    <div className="stack">
      <FailureNotice failure={failure} title={t('smart_links.file.not_created')} />
      <Summary report={report} valid={valid} isDone={isDone} />
      {!isDone && withEmail > 0 && (
        <CheckField
          label={t('smart_links.file.send', { count: withEmail, number: number(withEmail) })}
          isChecked={mails}
          onChange={setMails}
        />
      )}
      <RowsCard rows={rows} isDone={isDone} />
      <FormFooter>
        <Button variant="default" onClick={onAgain}>
          {t(isDone ? 'smart_links.file.another' : 'smart_links.file.other')}
        </Button>
        {isDone ? (
          <>
            <LinkButton to={paths.smartLinks(batchId === undefined ? {} : { batchId })} variant="default">
              {t('smart_links.file.links')}
            </LinkButton>
            <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={() => saveResults(rows, t)}>
              {t('smart_links.file.results')}
            </Button>
          </>
        ) : (
          <Button disabled={valid.length === 0} onClick={() => onCreate?.(mails && withEmail > 0)}>
            {t('smart_links.create', { count: valid.length })}
          </Button>
        )}
      </FormFooter>
    </div>
  );
}

/** How many links, for how much, and how the file was read. */
function Summary({ report, valid, isDone }: Pick<Props, 'report' | 'isDone'> & { valid: FileRowView[] }) {
  const { t, language } = useTranslation();
  const money = useMoney();
  const { rows, encoding, separator, ignoredColumns } = report;
  const locale = browserLocale(language);
  const list = new Intl.ListFormat(locale);
  const number = (value: number): string => numberFormat(locale).format(value);
  const currencies = [...new Set(valid.map(({ currency }) => currency))].toSorted();
  const sums = currencies.map((code) =>
    money(
      addAmounts(
        valid.flatMap(({ currency, amount }) => (currency === code ? [amount] : [])),
        code,
      ),
      code,
    ),
  );
  const wrong = rows.length - valid.length;
  const title = isDone
    ? t('smart_links.file.done', { created: number(report.created), sent: number(report.sent) })
    : t('smart_links.file.checked', { valid: number(valid.length), wrong: number(wrong) });
  return (
    <Notice kind={wrong > 0 ? 'pending' : isDone === true ? 'success' : 'info'} title={title}>
      {sums.length > 0 && <p className="number">{list.format(sums)}</p>}
      {isDone === true && wrong > 0 && (
        <p>{t('smart_links.file.left_out', { count: wrong, number: number(wrong) })}</p>
      )}
      {!isDone && (
        <p>
          {t('smart_links.file.read_as', {
            encoding,
            separator: t(`smart_links.file.separator.${names[separator]}`),
          })}
        </p>
      )}
      {ignoredColumns.length > 0 && (
        <p>{t('smart_links.file.ignored', { columns: list.format(ignoredColumns) })}</p>
      )}
    </Notice>
  );
}

const names = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;
/** Rows shown on the page; the file has all. */
const maxShown = 200;

function RowsCard({ rows, isDone }: { rows: readonly FileRowView[]; isDone: boolean }) {
  const { t, language } = useTranslation();
  const money = useMoney();
  const ordered = rows.toSorted(
    (a, b) => Number(b.problems.length > 0) - Number(a.problems.length > 0) || a.line - b.line,
  );
  return (
    <Card title={t('smart_links.file.rows')}>
      <div
        className={classes.rows}
        role="region"
        aria-label={t('screen.smartLinkImport')}
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{t('smart_links.file.line')}</th>
              <th scope="col">{t('smart_links.column.merchantReference')}</th>
              <th scope="col">{t('smart_links.column.amount')}</th>
              <th scope="col">{t('smart_links.column.emailAddress')}</th>
              <th scope="col">{t('smart_links.file.result')}</th>
            </tr>
          </thead>
          <tbody>
            {ordered.slice(0, maxShown).map((row) => (
              <tr key={row.line}>
                <td className="number">{row.line}</td>
                <td>{row.reference}</td>
                <td className="number">
                  {row.problems.length === 0 ? money(row.amount, row.currency) : row.amount}
                </td>
                <td>{row.email}</td>
                <td>
                  <RowResult row={row} isDone={isDone} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > maxShown && (
        <p>
          {t('smart_links.file.more', {
            number: numberFormat(browserLocale(language)).format(rows.length - maxShown),
          })}
        </p>
      )}
    </Card>
  );
}

function RowResult({ row, isDone }: { row: FileRowView; isDone: boolean }) {
  const { t } = useTranslation();
  const { problems, link, isSent } = row;
  if (problems.length > 0)
    return (
      <ul className={classes.problems}>
        {problems.map((problem) => (
          <li key={`${problem.column} ${problem.error}`}>{problemText(problem, t)}</li>
        ))}
      </ul>
    );
  if (!isDone) return <StatusBadge tone="info" label={t('smart_links.file.ready')} />;
  if (link === undefined) return null;
  return (
    <StatusBadge
      tone="success"
      label={t(isSent === true ? 'smart_links.file.created_sent' : 'smart_links.file.created')}
    />
  );
}

function problemText({ column, error }: FileRowView['problems'][number], t: Translate): string {
  const text = t(`smart_links.file.error.${error}`);
  return column === null
    ? text
    : t('smart_links.file.problem', { column: t(`smart_links.file.column.${column}`), text });
}

/** The result of each row with the address of its link. Formulas are escaped. */
function saveResults(rows: readonly FileRowView[], t: Translate): void {
  const header = [
    t('smart_links.file.line'),
    t('smart_links.column.merchantReference'),
    t('smart_links.column.amount'),
    t('smart_links.field.currency'),
    t('smart_links.column.emailAddress'),
    t('smart_links.column.link'),
    t('smart_links.column.linkId'),
    t('smart_links.file.result'),
  ];
  const lines = rows.map((row) => [
    row.line,
    row.reference,
    row.amount,
    row.currency,
    row.email,
    row.link,
    row.linkId,
    row.problems.length > 0
      ? row.problems.map((problem) => problemText(problem, t)).join(' ')
      : t(row.isSent === true ? 'smart_links.file.created_sent' : 'smart_links.file.created'),
  ]);
  const csv = [header, ...lines].map(csvLine).join('');
  saveBlob(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }), 'smart-links-results.csv');
}
