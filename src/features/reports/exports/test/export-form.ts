import { demoPassword } from '#app/server/demo/demo-users.ts';
import { downloadCookie } from '#shared/form-post.ts';
import { signedOutClient } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';

export interface FormResponse {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  bytes: Buffer;
  text: string;
  /** The value of this download's cookie. */
  cookie: string | undefined;
}

export const exportUrl = '/proxy/export/tqs/reporting/internal/search';

/** A CSV export of some columns, newest first. */
export const exportOf = (columns: readonly string[], more: object = {}) => ({
  startFrom: 1,
  orgIds: [],
  fields: columns.map((field) => ({
    field,
    display: true,
    ...(field === 'txn_datetime' ? { sort: 'DESC' } : {}),
  })),
  includeFieldNames: true,
  outputFormat: 'CSV',
  outputFileName: 'TransactionReport_20260101_20261231',
  timezone: 'UTC',
  ...more,
});

/** A signed-in browser that posts the hidden form. `fields` replaces values of the form. */
export async function signInBrowser(app: TestApp, userName: string) {
  const { send, cookies } = signedOutClient(app);
  await send('GET', '/initiation');
  const signedIn = await send('POST', '/auth/login', { username: userName, password: demoPassword });
  if (signedIn.status !== 200) throw new Error(`sign-in of ${userName}: ${signedIn.status}`);
  let last = 0;
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const token = () => cookies.get('XSRF-TOKEN') ?? '';
  async function post(
    request: unknown,
    options: { url?: string; fields?: Record<string, string>; headers?: Record<string, string> } = {},
  ): Promise<FormResponse> {
    const downloadId = `download-${(last += 1)}`;
    const fields = { requestData: JSON.stringify(request), _csrf: token(), downloadId, ...options.fields };
    const response = await app.portal.inject({
      method: 'POST',
      url: options.url ?? exportUrl,
      headers: {
        cookie: cookie(),
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'null',
        'sec-fetch-site': 'same-origin',
        ...options.headers,
      },
      payload: new URLSearchParams(fields).toString(),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      bytes: response.rawPayload,
      text: response.body,
      cookie: response.cookies.find(({ name }) => name === downloadCookie(fields.downloadId))?.value,
    };
  }
  return { post, send, cookie, token };
}

/** The cells of a CSV text by RFC 4180. */
export function cellsOf(text: string): string[][] {
  const lines: string[][] = [];
  let [line, cell, isQuoted]: [string[], string, boolean] = [[], '', false];
  const body = text.replace(/^\uFEFF/, '');
  for (let at = 0; at < body.length; at += 1) {
    const sign = body[at] ?? '';
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (body[at + 1] === '"') cell += body[(at += 1)] ?? '';
      else isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === ',') {
      line.push(cell);
      cell = '';
    } else if (sign === '\r' && body[at + 1] === '\n') {
      lines.push([...line, cell]);
      [line, cell] = [[], ''];
      at += 1;
    } else cell += sign;
  }
  return lines;
}
