import { downloadCookie, formFields } from '#shared/form-post.ts';
import { cookieIn, readCookie } from '#web/session/client-storage.ts';

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
