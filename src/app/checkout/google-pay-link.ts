import type { PageView } from '#features/payments/hosted-sessions/schemas.ts';
import { goToIssuer } from './page/challenge-history.ts';
import { element } from './page/element.ts';
import { googlePayUrl } from './page/gateway-client.ts';

/**
 * The way to the document of Google Pay, whose script never runs beside the card form. In words, as Google allows its button only where its
 * script runs. Not in a frame: the document is never in one.
 */
export function googlePayLink(view: PageView, form: HTMLElement): HTMLElement | undefined {
  if (!view.googlePay || window.parent !== window) return undefined;
  return element(
    'a',
    {
      class: 'wallet-link',
      href: googlePayUrl,
      onclick(event: Event) {
        event.preventDefault();
        keepAddress(form);
        clearCard(form);
        goToIssuer(googlePayUrl);
      },
    },
    'Google Pay',
  );
}

const key = `address ${location.pathname}`;

const addressControls = (form: HTMLElement) =>
  form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('fieldset.address :is(input, select)');

/** Nothing of the card: its number, date, code and name are never stored. */
function keepAddress(form: HTMLElement): void {
  const typed = [...addressControls(form)].map(({ id, value }) => [id, value]);
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(typed)));
  } catch {
    // Storage is turned off: the payer enters the address again.
  }
}

/** Browsers keep what is in the fields of a page with its entry in the history. */
function clearCard(form: HTMLElement): void {
  for (const control of form.querySelectorAll<HTMLInputElement>('input[autocomplete^="cc-"]'))
    control.value = '';
}

/** What the payer had typed before Google Pay, once. */
export function restoreAddress(form: HTMLElement): void {
  try {
    const typed = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    sessionStorage.removeItem(key);
    for (const control of addressControls(form)) {
      const value = typed[control.id];
      if (typeof value !== 'string') continue;
      control.value = value;
      control.dispatchEvent(new Event('change', { bubbles: true }));
    }
  } catch {
    // Nothing was kept.
  }
}
