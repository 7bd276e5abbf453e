/**
 * Fields of a hidden form that requests a file: a page cannot add headers to a form
 * (docs/domain.md#anti-forgery).
 */
export const formFields = { request: 'requestData', antiForgery: '_csrf', downloadId: 'downloadId' } as const;

/** Each download has its own cookie, so that two tabs do not mix up their responses. */
export const downloadCookie = (downloadId: string): string => `downloadStatus-${downloadId}`;

/** The cookie's value after the response: this, or the status of the rejection. */
export const downloadBegun = 'success';

export const isDownloadId = (text: unknown): text is string =>
  typeof text === 'string' && /^[\w-]{8,40}$/.test(text);
