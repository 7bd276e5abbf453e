import '@fontsource-variable/inter';
import './checkout.css';
import type { PageView } from '#features/hosted-sessions/endpoints.ts';
import { type PageLanguage, parsePageLanguage } from '#features/hosted-sessions/page-languages.ts';
import { cardForm } from './form/card-form.ts';
import {
  NoAnswer,
  type Submission,
  challengeUrl,
  leavePage,
  submitPage,
  viewPage,
} from './page/gateway-client.ts';
import { languageChoice } from './page/language-choice.ts';
import { reportHeight, notifyParent } from './page/parent-frame.ts';
import { challenge, closed, processing, result, review, summary, problemScreen } from './page/screens.ts';
import { type Translate, wordsIn } from './page/words.ts';

const root = document.querySelector<HTMLElement>('#checkout');
let language: PageLanguage = parsePageLanguage(document.documentElement.lang);
let chosen: PageLanguage | undefined;
let look: ReturnType<typeof setTimeout> | undefined;
/** The language in which the step REVIEW is on the page. */
let reviewIn: PageLanguage | undefined;

void open();
// Kept alive by the browser's back button: what it shows may be long over.
addEventListener('pageshow', (event) => {
  if (event.persisted) void open();
});

// Somebody who types is here: the session must not expire under their hands.
let lastHeard = Date.now();
addEventListener('input', () => {
  if (Date.now() - lastHeard < 5 * 60_000) return;
  lastHeard = Date.now();
  void viewPage().catch(() => {});
});

async function open(): Promise<void> {
  // A smart link that leads nowhere: the page stands at the link's own address and has no session to ask for.
  const { trouble: why, again } = root?.dataset ?? {};
  if (why !== undefined) {
    const t = await wordsIn(language);
    document.title = t(why);
    return render(problemScreen(why, t, again), t);
  }
  try {
    const view = await viewPage();
    reportHeight(view.parents);
    await show(view);
  } catch (error) {
    const t = await wordsIn(language);
    render(problemScreen(failureCause(error), t), t);
    if (failureCause(error) === 'offline') look = setTimeout(() => void open(), 5000);
  }
}

/** Draws the step; `isNews` when the payer did something that brought it about. */
async function show(view: PageView, isNews = false): Promise<void> {
  clearTimeout(look);
  language = chosen ?? view.language;
  const t = await wordsIn(language);
  document.title = view.merchantName;
  notifyParent(view);
  const isOver = view.step === 'RESULT';
  // Without a result page of ours the merchant's comes next.
  if (isOver && !view.showResult) return location.replace(view.returnUrl);
  if (isNews && view.step === 'CHALLENGE') return location.assign(challengeUrl);
  const { redirect } = view;
  if (isNews && redirect && (redirect.frame === 'CONTAINER' || window.parent === window))
    return location.assign(redirect.url);
  if (isNews && view.closed === 'cancelled') return location.replace(view.cancelUrl);
  switch (view.step) {
    case 'FORM':
      return renderForm(view, t, isNews);
    case 'PROCESSING':
      render(processing(t), t, view);
      look = setTimeout(() => void open(), 1500);
      return;
    case 'CHALLENGE':
      return render(
        challenge(t, () => void leave(t, view)),
        t,
        view,
      );
    case 'REVIEW':
      // Drawn once: a page that looks again must not take the focus away.
      if (reviewIn !== language)
        render(
          review(view, t, () => void leave(t, view)),
          t,
          view,
        );
      reviewIn = language;
      look = setTimeout(() => void open(), 10_000);
      return;
    case 'RESULT':
      return render(result(view, t), t, view);
    default:
      return render(closed(view, t), t, view);
  }
}

function renderForm(view: PageView, t: Translate, isNews: boolean): void {
  const form = cardForm(
    view,
    t,
    (submission) => void submit(submission),
    () => void leave(t, view),
  );
  render(form.box, t, view);
  if (view.problem !== null) form.setError(view.problem);
  else if (!isNews) form.box.querySelector('input')?.focus({ preventScroll: true });

  async function submit(submission: Submission): Promise<void> {
    form.isBusy(true);
    try {
      const after = await submitPage(submission);
      if (after.step !== 'FORM') return await show(after, true);
      form.isBusy(false);
      form.setError(after.problem ?? 'refused');
      notifyParent(after);
    } catch (error) {
      form.isBusy(false);
      const why = failureCause(error);
      if (why === 'no_session') return void open();
      form.setError(why);
      // It may have arrived although no answer came: then the page shows how it went.
      if (why !== 'offline') return;
      const now = await viewPage().catch(() => undefined);
      if (now && now.step !== 'FORM') await show(now, true);
    }
  }
}

async function leave(t: Translate, view: PageView): Promise<void> {
  try {
    const after = await leavePage();
    // A failure is told on the merchant's page, like everything that ended.
    if (after.step === 'RESULT' && after.transactionState === 'FAILED')
      return location.replace(after.cancelUrl);
    await show(after, true);
  } catch (error) {
    render(problemScreen(failureCause(error), t), t, view);
  }
}

function render(content: HTMLElement, t: Translate, view?: PageView): void {
  if (!root) return;
  reviewIn = undefined;
  const again = (next: PageLanguage) => {
    chosen = next;
    language = next;
    const restore = captureInput(root);
    void open().then(restore);
  };
  root.replaceChildren(...(view ? [summary(view, t)] : []), content, languageChoice(language, t, again));
  root.removeAttribute('aria-busy');
  content.querySelector<HTMLElement>('h1, h2')?.focus({ preventScroll: true });
}

/** Another language is no reason to type everything again. */
function captureInput(page: HTMLElement): () => void {
  const controls = () =>
    page.querySelectorAll<HTMLInputElement | HTMLSelectElement>('form input, form select');
  const typed = new Map([...controls()].map((control) => [control.id, control.value]));
  return () => {
    for (const control of controls()) {
      control.value = typed.get(control.id) ?? control.value;
      control.dispatchEvent(new Event('input'));
    }
  };
}

const failureCause = (error: unknown): NoAnswer['why'] => (error instanceof NoAnswer ? error.why : 'offline');
