/** Fields of a hidden form that asks for a file: a page cannot put headers on a form (docs/domain.md#anti-forgery). */
export const formFields = { request: 'requestData', antiForgery: '_csrf', downloadId: 'downloadId' } as const;

/** Every download has a cookie of its own, so that two tabs do not take each other's answer. */
export const downloadCookie = (downloadId: string): string => `downloadStatus-${downloadId}`;

/** What the cookie says once the server has answered: this, or the status of the refusal. */
export const downloadBegun = 'success';

export const isDownloadId = (text: unknown): text is string =>
  typeof text === 'string' && /^[\w-]{8,40}$/.test(text);
