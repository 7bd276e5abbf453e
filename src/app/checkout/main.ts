import './fonts.css';
import './checkout.css';
import type { PageView } from '#features/payments/hosted-sessions/schemas.ts';
import type { PageData } from '#features/payments/hosted-sessions/page-data.ts';
import { type PageLanguage, parsePageLanguage } from '#shared/page-languages.ts';
import { applePay } from './apple-pay.ts';
import { cardForm } from './card-form.ts';
import { googlePayLink, restoreAddress } from './google-pay-link.ts';
import { element } from './page/element.ts';
import { watchClosing } from './page/closing.ts';
import {
  RequestFailure,
  type Submission,
  challengeUrl,
  leavePage,
  submitPage,
  viewPage,
  ownSessionId,
} from './page/gateway-client.ts';
import {
  languageChoice,
  challenge,
  closed,
  processing,
  result,
  review,
  summary,
  problemScreen,
} from './page/screens.ts';
import { goToIssuer, rememberEntry } from './page/challenge-history.ts';
import { type Translate, keepTexts, loadTexts } from './page/texts.ts';

const root = document.querySelector<HTMLElement>('#checkout');
rememberEntry();
/** The document's picture of the page, which needs neither styles nor scripts. */
document.querySelector('.first-paint')?.remove();
let language: PageLanguage = parsePageLanguage(document.documentElement.lang);
let chosen: PageLanguage | undefined;
let pollTimer: ReturnType<typeof setTimeout> | undefined;
/** The language in which the page shows the step REVIEW. */
let reviewIn: PageLanguage | undefined;

// A page from the back-forward cache may be outdated.
addEventListener('pageshow', (event) => {
  if (event.persisted) void open();
});

/** Warns the payer of an open form before the session ends. */
let closing: ReturnType<typeof watchClosing> | undefined;
// Typing keeps the session from expiring.
let lastVisit = Date.now();
addEventListener('input', () => {
  if (Date.now() - lastVisit >= 5 * 60_000) void visit();
});

/** Keeps the session open. Shows what another window or the end of the session has changed. */
async function visit(): Promise<void> {
  lastVisit = Date.now();
  const view = await viewPage().catch(() => undefined);
  if (!view || !closing) return;
  if (view.step === 'FORM') closing.update(view);
  else await show(view);
}

/** The data of the document, for the first step only. */
let firstData = readPageData();

function readPageData(): PageData | undefined {
  const block = document.querySelector('#page-data')?.textContent ?? undefined;
  if (block === undefined) return undefined;
  const data = JSON.parse(block) as PageData;
  keepTexts(data.language, data.texts);
  return data;
}

/** Shows the document's step without a request, then counts the visit. */
async function openFirst(view: PageView): Promise<void> {
  reportHeight(view.parents);
  await show(view);
  if (view.step === 'FORM') await visit();
}

void open();

async function open(): Promise<void> {
  const { view } = firstData ?? {};
  firstData = undefined;
  if (view) return openFirst(view);
  // The page of a smart link without a session.
  const { notice: reason, retry: retryPath, wait } = root?.dataset ?? {};
  if (reason !== undefined) {
    const t = await loadTexts(language);
    document.title = t(reason);
    return render(problemScreen(reason, t, { retryUrl: retryPath, seconds: Number(wait ?? 0) }), t);
  }
  try {
    const view = await viewPage();
    reportHeight(view.parents);
    await show(view);
  } catch (error) {
    const t = await loadTexts(language);
    const cause = failureCause(error);
    const isUnanswered = cause === 'offline' || cause === 'unreachable';
    // Nothing was sent, so its result is not in doubt.
    render(problemScreen(isUnanswered ? 'offline' : cause, t), t);
    if (isUnanswered) pollTimer = setTimeout(() => void open(), 5000);
  }
}

/** Renders the step. `isResponse`: the view is the response to an action of the payer. */
async function show(view: PageView, isResponse = false): Promise<void> {
  clearTimeout(pollTimer);
  closing?.stop();
  closing = undefined;
  language = chosen ?? view.language;
  const t = await loadTexts(language);
  document.title = view.merchantName;
  document.documentElement.classList.toggle('terminal', view.isTerminal);
  notifyParent(view);
  const isOver = view.step === 'RESULT';
  // Without our result page, the merchant's page follows.
  if (isOver && !view.showResult) return location.replace(view.returnUrl);
  if (isResponse && view.step === 'CHALLENGE') return goToIssuer(challengeUrl);
  const { redirect } = view;
  if (isResponse && redirect && (redirect.frame === 'CONTAINER' || window.parent === window))
    return location.assign(redirect.url);
  if (isResponse && view.closed === 'cancelled') return location.replace(view.cancelUrl);
  switch (view.step) {
    case 'FORM':
      return renderForm(view, t, isResponse);
    case 'PROCESSING':
      render(processing(t), t, view);
      pollTimer = setTimeout(() => void open(), 1500);
      return;
    case 'CHALLENGE':
      return render(
        // A payment that the processor has cannot be cancelled.
        challenge(t, view.transactionState === 'PROCESSING' ? undefined : () => void leave(t, view)),
        t,
        view,
      );
    case 'REVIEW':
      // Rendered once, so that polling doesn't move the focus.
      if (reviewIn !== language)
        render(
          review(view, t, () => void leave(t, view)),
          t,
          view,
        );
      reviewIn = language;
      pollTimer = setTimeout(() => void open(), 10_000);
      return;
    case 'RESULT':
      return render(result(view, t), t, view);
    default:
      return render(closed(view, t), t, view);
  }
}

function renderForm(view: PageView, t: Translate, isResponse: boolean): void {
  const form = cardForm(
    view,
    t,
    (submission) => void submit(submission),
    () => void leave(t, view),
  );
  const apple = applePay(view, {
    pay: (token) => submit({ submission: crypto.randomUUID(), applePay: { token }, ...noFields }),
    onFailure: () => form.setError('wallet'),
  });
  const wallets = [apple, googlePayLink(view, form.box)].filter((wallet) => wallet !== undefined);
  if (wallets.length > 0)
    form.box.prepend(
      element('div', { class: 'wallets' }, ...wallets, element('p', { class: 'divider' }, t('or_card'))),
    );
  restoreAddress(form.box);
  render(form.box, t, view);
  closing = watchClosing(t, {
    remind: form.remind,
    onStay: () => void visit(),
    onClosed: () => void visit(),
  });
  closing.update(view);
  if (view.problem !== null) form.setError(view.problem);
  else if (!isResponse) firstField(form.box)?.focus({ preventScroll: true });

  /** Whether the payment was approved. */
  async function submit(submission: Submission): Promise<boolean> {
    form.setBusy(true);
    try {
      const after = await submitPage(submission);
      if (after.step !== 'FORM') {
        await show(after, true);
        return after.transactionState !== 'FAILED';
      }
      form.setBusy(false);
      form.setError(after.problem ?? 'refused');
      closing?.update(after);
      notifyParent(after);
      return false;
    } catch (error) {
      form.setBusy(false);
      const cause = failureCause(error);
      if (cause === 'no_session') {
        void open();
        return false;
      }
      form.setError(cause);
      // The request may have arrived although the response was lost.
      if (cause === 'too_many') return false;
      const now = await viewPage().catch(() => undefined);
      if (!now || now.step === 'FORM') return false;
      await show(now, true);
      return now.transactionState === 'SUCCESS';
    }
  }
}

/** A wallet brings neither address nor amount. */
const noFields = { amount: undefined, address: undefined };

async function leave(t: Translate, view: PageView): Promise<void> {
  try {
    const after = await leavePage();
    // A failed payment is shown on the merchant's page.
    if (after.step === 'RESULT' && after.transactionState === 'FAILED')
      return location.replace(after.cancelUrl);
    await show(after, true);
  } catch (error) {
    const cause = failureCause(error);
    render(problemScreen(cause === 'unreachable' ? 'offline' : cause, t), t, view);
  }
}

function render(content: HTMLElement, t: Translate, view?: PageView): void {
  if (!root) return;
  reviewIn = undefined;
  const changeLanguage = (next: PageLanguage) => {
    chosen = next;
    language = next;
    const restore = captureInput(root);
    void open().then(restore);
  };
  root.replaceChildren(
    ...(view ? [summary(view, t)] : []),
    content,
    // A clerk's language is that of the portal.
    ...(view?.isTerminal === true ? [] : [languageChoice(language, t, changeLanguage)]),
  );
  root.removeAttribute('aria-busy');
  const title = content.querySelector<HTMLElement>('h1, h2');
  title?.focus({ preventScroll: true });
  if (title) scrollTo(0, 0);
}

/** The first field to type in: with a saved card, its security code. */
const firstField = (form: HTMLElement): HTMLInputElement | undefined =>
  [...form.querySelectorAll('input')].find(
    ({ type, parentElement }) => type !== 'radio' && parentElement?.closest('[hidden]') === null,
  );

/** Keeps the input while the language changes. */
function captureInput(page: HTMLElement): () => void {
  const controls = () =>
    page.querySelectorAll<HTMLInputElement | HTMLSelectElement>('form input, form select');
  const isTick = (control: Element): control is HTMLInputElement =>
    control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type);
  const typed = new Map(
    [...controls()].map((control) => [control.id, isTick(control) ? control.checked : control.value]),
  );
  return () => {
    for (const control of controls()) {
      const before = typed.get(control.id);
      if (isTick(control) && typeof before === 'boolean') control.checked = before;
      else if (typeof before === 'string') control.value = before;
      control.dispatchEvent(new Event('input'));
      if (isTick(control) && control.checked) control.dispatchEvent(new Event('change', { bubbles: true }));
    }
  };
}

function failureCause(error: unknown): Exclude<RequestFailure['reason'], 'invalid'> {
  if (!(error instanceof RequestFailure)) return 'offline';
  return error.reason === 'invalid' ? 'no_session' : error.reason;
}

/**
 * The origin of the page that embeds us, if it is allowed. Taken from `ancestorOrigins` or the referrer. Without either,
 * returns every allowed origin: the browser delivers a message to the right one only.
 */
function findParentOrigins(allowed: readonly string[]): string[] {
  if (window.parent === window) return [];
  const parentOrigin = location.ancestorOrigins?.[0] ?? parseOrigin(document.referrer);
  if (parentOrigin !== undefined)
    return allowed.some((origin) => isSame(origin, parentOrigin)) ? [parentOrigin] : [];
  return allowed.filter((origin) => !origin.endsWith(':*'));
}

function parseOrigin(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

function isSame(allowed: string, origin: string): boolean {
  return (
    allowed === origin || (allowed.endsWith(':*') && origin.replace(/:\d+$/, '') === allowed.slice(0, -2))
  );
}

/** Sends the status to the parent: `{type: 'countinghouse.session', sessionId, step, transactionState}`. */
function notifyParent(view: PageView): void {
  const { step, transactionState, parents } = view;
  for (const origin of findParentOrigins(parents)) {
    const message = { type: 'countinghouse.session', sessionId: ownSessionId, step, transactionState };
    window.parent.postMessage(message, origin);
  }
}

/** Sends the page's height to the parent, which resizes the frame: `{type: 'countinghouse.height', height}`. */
function reportHeight(allowed: readonly string[]): void {
  const origins = findParentOrigins(allowed);
  if (origins.length === 0) return;
  document.documentElement.classList.add('framed');
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    for (const origin of origins) {
      window.parent.postMessage({ type: 'countinghouse.height', sessionId: ownSessionId, height }, origin);
    }
  }).observe(document.body);
}
