import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { downloadBegun, downloadCookie, formFields } from '#shared/form-post.ts';
import { countTransactions, searchSameCardStatements } from '#features/transactions/endpoints.ts';
import type { SearchRequest } from '#features/reporting/search-schema.ts';
import { type ExportRequest, exportSameCard, exportTransactions } from '#features/exports/endpoints.ts';
import { buildUrl } from '#web/call/call.ts';
import { useSend } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';
import { parseBasePath, startupConfig } from '#web/startup-config.ts';
import { cookieIn, readCookie } from '#web/session/client-storage.ts';

/** The export modal's status (docs/domain.md#exports), while it is open. */
export const exportStatus = { confirm: 0, none: 1, aboveLimit: 2, exporting: 3 } as const;
export type ExportStatus = (typeof exportStatus)[keyof typeof exportStatus];

/** What the modal shows; `status` is missing while the transactions are counted. */
export interface ExportState {
  request: ExportRequest;
  status?: ExportStatus;
  /** Matching transactions, exactly. */
  count: number;
  /** How many of them the file will have. */
  exported: number;
}

export interface TransactionExport {
  state: ExportState | undefined;
  /** Counts what the request finds and asks. `sameCardOf`: only those paid with the card of that transaction. */
  begin: (request: ExportRequest, sameCardOf?: string) => void;
  confirm: () => void;
  /** At any status: closes, stops waiting, clears the cookie of the download and its frame. */
  cancel: () => void;
}

/** How often the page looks whether the file has come (docs/domain.md#exports). */
const pollMs = 2000;

/** Count, question, download: everything of an export but its screen. Show it with `<ExportDialog file={…} />`. */
export function useTransactionExport(): TransactionExport {
  const navigate = useNavigate();
  const count = useSend(countTransactions);
  const countOfCard = useSend(searchSameCardStatements);
  const [state, setState] = useState<ExportState>();
  const cardOf = useRef<string>(undefined);
  const download = useRef<Download>(undefined);
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  /** Answers to questions that were given up come too late. */
  const turn = useRef(0);

  const stop = useCallback((): void => {
    clearInterval(timer.current);
    download.current?.clear();
    download.current = undefined;
    turn.current += 1;
  }, []);
  useEffect(() => stop, [stop]);

  const cancel = useCallback((): void => {
    stop();
    setState(undefined);
  }, [stop]);

  async function countThem(request: ExportRequest, sameCardOf: string | undefined): Promise<number> {
    const body = countRequest(request);
    if (sameCardOf === undefined) return (await count.mutateAsync({ body })).count;
    const path = { transactionId: sameCardOf };
    return (await countOfCard.mutateAsync({ path, body })).resultsAvailable;
  }
  async function begin(request: ExportRequest, sameCardOf?: string): Promise<void> {
    stop();
    const mine = turn.current;
    cardOf.current = sameCardOf;
    setState({ request, count: 0, exported: 0 });
    try {
      const found = await countThem(request, sameCardOf);
      if (mine !== turn.current) return;
      const limit = startupConfig().transactionExportLimit;
      const status = found === 0 ? 'none' : found > limit ? 'aboveLimit' : 'confirm';
      setState({ request, status: exportStatus[status], count: found, exported: Math.min(found, limit) });
    } catch {
      // The error rules of the whole product have shown it (docs/domain.md#failed-requests).
      if (mine === turn.current) cancel();
    }
  }
  function confirm(): void {
    if (state == null) return;
    setState({ ...state, status: exportStatus.exporting });
    const contract = cardOf.current === undefined ? exportTransactions : exportSameCard;
    const place = buildUrl(contract.url, { transactionId: cardOf.current }, {});
    const url = parseBasePath(startupConfig().serverBaseUrl) + place;
    download.current = startDownload(url, { ...state.request, limit: state.exported });
    timer.current = setInterval(() => {
      const status = download.current?.status();
      if (status === undefined) return;
      cancel();
      if (status !== downloadBegun) void navigate(paths.error(status));
    }, pollMs);
  }
  return { state, begin: (request, sameCardOf) => void begin(request, sameCardOf), confirm, cancel };
}

/** The same question without what is about the file. */
function countRequest(request: ExportRequest): SearchRequest {
  const { startFrom, dataSource, orgIds, fields } = request;
  return {
    startFrom,
    limit: 1,
    fields,
    ...(dataSource === undefined ? {} : { dataSource }),
    ...(orgIds === undefined ? {} : { orgIds }),
  };
}

/** A file asked for by a hidden form, its answer going into a frame of its own. */
export interface Download {
  /** What the server has said: undefined while it has not, 'success', or the status of a refusal. */
  status(): string | undefined;
  /** Stops what has not begun yet; clears the cookie and the frame (docs/domain.md#exports). */
  clear(): void;
}

/** Posts `request` to `url`: only a form can hand what comes back to the browser as a file. */
export function startDownload(url: string, request: unknown): Download {
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
  // A file shows nothing in the frame; what is shown there is a refusal, or the browser's own word that nobody answered.
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
