import { numberFormat } from '#shared/text/intl-formats.ts';
import { Button } from '@mantine/core';
import { fileExtension } from '#shared/export-formats.ts';
import { CheckField } from '#ui/form/check-field.tsx';
import { JobProgress } from '#ui/feedback/job-progress.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { browserLocale } from '#web/translate/locale-of.ts';
import { Trans } from '#web/translate/trans.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './export.module.css';
import { Notice } from '#ui/feedback/notice.tsx';
import { MoneyTotalsTable } from '#features/record/reporting/web/money-totals.tsx';
import {
  countRequest,
  exportFileName,
  exportStatus,
  type ExportState,
  type TransactionExport,
} from './use-transaction-export.ts';

/** The dialog of an export, then the notice of its file. */
export function ExportDialog({ file }: { file: TransactionExport }) {
  return (
    <>
      <StateDialog file={file} />
      {file.finished !== undefined && <FinishedNotice file={file} finished={file.finished} />}
    </>
  );
}

/** Over the page, so that nothing moves: the file's name, its rows, and the same export again. */
function FinishedNotice({ file, finished }: { file: TransactionExport; finished: ExportState }) {
  const { t, language } = useTranslation();
  const number = numberFormat(browserLocale(language)).format(finished.exported);
  return (
    <div className={classes.finished}>
      <Notice
        kind="success"
        title={exportFileName(finished.request)}
        onClose={file.dismiss}
        action={
          <Button variant="default" size="compact-sm" onClick={file.repeat}>
            {t('transaction_export.again')}
          </Button>
        }
      >
        {t('transaction_export.finished', { count: finished.exported, number })}
      </Notice>
    </div>
  );
}

/**
 * The dialog of an export in its four states: confirm, none found, above the limit, exporting
 * (docs/domain.md#exports).
 */
function StateDialog({ file }: { file: TransactionExport }) {
  const { t } = useTranslation();
  const { state } = file;
  const isLookup = state?.status === exportStatus.confirm || state?.status === exportStatus.aboveLimit;
  return (
    <Dialog
      isOpen={state !== undefined}
      onClose={file.cancel}
      title={t('transaction_export.dialog.title')}
      size="medium"
      actions={
        <>
          <Button variant="default" onClick={file.cancel}>
            {t(state?.status === exportStatus.none ? 'ui.close' : 'ui.cancel')}
          </Button>
          {isLookup && (
            <Button onClick={file.confirm} data-autofocus>
              {t('transaction_export.dialog.confirm')}
            </Button>
          )}
        </>
      }
    >
      <div className={classes.message} role="status">
        {state !== undefined && <ExportMessage state={state} />}
      </div>
      {isLookup && (
        <CheckField
          className={classes.withTotals}
          label={t(`transaction_export.dialog.totals.${fileExtension(state.request.outputFormat)}`)}
          isChecked={state.request.includeTotals ?? state.request.outputFormat !== 'CSV'}
          onChange={file.includeTotals}
        />
      )}
    </Dialog>
  );
}

function ExportMessage({ state }: { state: ExportState }) {
  const { t, language } = useTranslation();
  const { status, request } = state;
  const number = (value: number): string => numberFormat(browserLocale(language)).format(value);
  const fileName = exportFileName(request);
  if (status === undefined || status === exportStatus.exporting) {
    return (
      <JobProgress
        label={
          status === undefined
            ? t('transaction_export.dialog.counting')
            : t('transaction_export.dialog.exporting')
        }
        detail={
          status === undefined
            ? undefined
            : t('transaction_export.dialog.exported', { number: number(state.exported), file: fileName })
        }
      />
    );
  }
  if (status === exportStatus.none) return <p>{t('transaction_export.dialog.none')}</p>;
  return (
    <>
      <p>
        <Trans
          i18nKey="transaction_export.dialog.found"
          values={{ number: number(state.count) }}
          components={{ strong: <strong className="number" /> }}
        />
      </p>
      <MoneyTotalsTable request={countRequest(request)} sameCardOf={state.sameCardOf} />
      {status === exportStatus.aboveLimit && (
        <p>
          <Trans
            i18nKey="transaction_export.dialog.above"
            values={{ number: number(state.exported) }}
            components={{ strong: <strong className="number" /> }}
          />
        </p>
      )}
      <p className={classes.fileName}>{fileName}</p>
    </>
  );
}
