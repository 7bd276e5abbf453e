import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { fileExtension } from '#shared/export-formats.ts';
import { downloadBegun, downloadCookie, formFields } from '#shared/form-post.ts';
import { countTransactions, searchSameCardStatements } from '#features/reports/transactions/endpoints.ts';
import type { SearchRequest } from '#features/record/reporting/search-schema.ts';
import { buildUrl } from '#web/call/call.ts';
import { useSend } from '#web/call/use-call.ts';
import { usePageJob } from '#web/page-jobs.ts';
import { paths } from '#web/paths.ts';
import { parseBasePath, startupConfig } from '#web/startup-config.ts';
import { cookieIn, readCookie } from '#web/session/client-storage.ts';
import { exportSameCard, exportTransactions } from '../endpoints.ts';
import type { ExportRequest } from '../schemas.ts';

/** The state of the export dialog (docs/domain.md#exports), while it is open. */
export const exportStatus = { confirm: 0, none: 1, aboveLimit: 2, exporting: 3 } as const;
type ExportStatus = (typeof exportStatus)[keyof typeof exportStatus];

/** The contents of the dialog. `status` is missing while transactions are counted. */
export interface ExportState {
  request: ExportRequest;
  status?: ExportStatus;
  /** Exact number of matching transactions. */
  count: number;
  /** The number of transactions in the file. */
  exported: number;
  /** Only transactions paid with the card of this one. */
  sameCardOf?: string;
}

export interface TransactionExport {
  state: ExportState | undefined;
  /** The last file that was downloaded, until it is dismissed or another export begins. */
  finished: ExportState | undefined;
  dismiss: () => void;
  /** Counts and exports the same transactions again. */
  repeat: () => void;
  /**
   * Counts the transactions of the request, then asks for confirmation. `sameCardOf`: only those paid with
   * its card.
   */
  begin: (request: ExportRequest, sameCardOf?: string) => void;
  confirm: () => void;
  /** Whether the file ends with its totals. */
  includeTotals: (isIncluded: boolean) => void;
  /** In any state: closes, stops waiting, removes the download's cookie and frame. */
  cancel: () => void;
}

/** Interval at which the page checks for the download (docs/domain.md#exports). */
const pollMs = 2000;

/**
 * Count, confirmation and download of an export, without its view. Show it with `<ExportDialog file={…} />`.
 */
export function useTransactionExport(): TransactionExport {
  const navigate = useNavigate();
  const count = useSend(countTransactions);
  const countOfCard = useSend(searchSameCardStatements);
  const [state, setState] = useState<ExportState>();
  const [finished, setFinished] = useState<ExportState>();
  const cardOf = useRef<string>(undefined);
  const download = useRef<Download>(undefined);
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  const { beginJob, endJob } = usePageJob();
  /** Ignores responses of cancelled requests. */
  const latestRequest = useRef(0);

  const stop = useCallback((): void => {
    clearInterval(timer.current);
    endJob('stopped');
    download.current?.clear();
    download.current = undefined;
    latestRequest.current += 1;
  }, [endJob]);
  useEffect(() => stop, [stop]);

  const cancel = useCallback((): void => {
    stop();
    setState(undefined);
  }, [stop]);

  async function countRows(request: ExportRequest, sameCardOf: string | undefined): Promise<number> {
    const body = countRequest(request);
    if (sameCardOf === undefined) return (await count.mutateAsync({ body })).count;
    const path = { transactionId: sameCardOf };
    return (await countOfCard.mutateAsync({ path, body })).resultsAvailable;
  }
  async function begin(request: ExportRequest, sameCardOf?: string): Promise<void> {
    stop();
    const requestNumber = latestRequest.current;
    cardOf.current = sameCardOf;
    setFinished(undefined);
    setState({ request, count: 0, exported: 0, sameCardOf });
    try {
      const matches = await countRows(request, sameCardOf);
      if (requestNumber !== latestRequest.current) return;
      const limit = startupConfig().transactionExportLimit;
      const status = matches === 0 ? 'none' : matches > limit ? 'aboveLimit' : 'confirm';
      setState({
        request,
        status: exportStatus[status],
        count: matches,
        exported: Math.min(matches, limit),
        sameCardOf,
      });
    } catch {
      // The shell has shown the error (docs/domain.md#failed-requests).
      if (requestNumber === latestRequest.current) cancel();
    }
  }
  function confirm(): void {
    if (state === undefined) return;
    setState({ ...state, status: exportStatus.exporting });
    const contract = cardOf.current === undefined ? exportTransactions : exportSameCard;
    const path = buildUrl(contract.url, { transactionId: cardOf.current }, {});
    const url = parseBasePath(startupConfig().serverBaseUrl) + path;
    download.current = startDownload(url, { ...state.request, limit: state.exported });
    beginJob(exportFileName(state.request), cancel);
    timer.current = setInterval(() => {
      const status = download.current?.status();
      if (status === undefined) return;
      endJob(status === downloadBegun ? 'done' : 'failed');
      cancel();
      if (status === downloadBegun) setFinished(state);
      else void navigate(paths.error(status));
    }, pollMs);
  }
  return {
    state,
    finished,
    dismiss: () => setFinished(undefined),
    repeat: () => finished && void begin(finished.request, cardOf.current),
    begin: (request, sameCardOf) => void begin(request, sameCardOf),
    confirm,
    includeTotals: (isIncluded) =>
      state && setState({ ...state, request: { ...state.request, includeTotals: isIncluded } }),
    cancel,
  };
}

/** The same request without the file's properties. */
export function countRequest(request: ExportRequest): SearchRequest {
  const { startFrom, dataSource, orgIds, fields, timezone } = request;
  return {
    startFrom,
    limit: 1,
    fields,
    dataSource,
    orgIds,
    timezone,
  };
}

/** A download by a hidden form whose response loads into its own frame. */
interface Download {
  /** The result: undefined while waiting, 'success', or the status of a rejection. */
  status(): string | undefined;
  /** Cancels a download that has not started; removes cookie and frame (docs/domain.md#exports). */
  clear(): void;
}

/** Posts `request` to `url`: only a form lets the browser save the response as a file. */
function startDownload(url: string, request: unknown): Download {
  const id = crypto.randomUUID();
  const cookie = downloadCookie(id);
  const frame = document.createElement('iframe');
  frame.name = cookie;
  frame.hidden = true;
  frame.title = cookie;
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: url, target: cookie, hidden: true });
  const fields = {
    [formFields.request]: JSON.stringify(request),
    [formFields.antiForgery]: readCookie('XSRF-TOKEN') ?? '',
    [formFields.downloadId]: id,
  };
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  let hasPage = false;
  document.body.append(frame, form);
  // A file leaves the frame empty. Content in it is a rejection or the browser's own error page.
  frame.addEventListener('load', () => (hasPage = true));
  form.submit();
  form.remove();
  return {
    status: () => cookieIn(document.cookie, cookie) ?? (hasPage ? '500' : undefined),
    clear() {
      frame.remove();
      const secure = location.protocol === 'https:' ? '; Secure' : '';
      document.cookie = `${cookie}=; Max-Age=0; Path=/; SameSite=Strict${secure}`;
    },
  };
}

/** The name under which the browser saves the file. */
export const exportFileName = ({ outputFileName, outputFormat }: ExportRequest): string =>
  `${outputFileName}.${fileExtension(outputFormat)}`;
