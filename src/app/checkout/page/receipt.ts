import type { PageView } from '#features/payments/hosted-sessions/schemas.ts';
import { field, input } from '../field.ts';
import { element, icon } from './element.ts';
import { RequestFailure, sendReceipt } from './gateway-client.ts';
import type { Translate } from './texts.ts';

const example = 'name@example.com';

/** Printing, and the receipt by email where it is offered. */
export function receiptActions({ receipt }: PageView, t: Translate): HTMLElement {
  const print = element(
    'button',
    { type: 'button', class: 'second', onclick: () => window.print() },
    t('print'),
  );
  return element('div', { class: 'receipt' }, receipt !== null && emailForm(receipt, t), print);
}

function emailForm({ to }: NonNullable<PageView['receipt']>, t: Translate): HTMLElement {
  const control = input({
    type: 'email',
    name: 'email',
    autocomplete: 'email',
    inputmode: 'email',
    maxlength: '254',
  });
  const address = to === null ? field({ id: 'email', label: t('email'), control, validate }) : undefined;
  const notice = element('div', { class: 'notice', role: 'alert' });
  const button = element('button', { type: 'submit', class: 'second' }, t('send_receipt'));
  const form = element(
    'form',
    { novalidate: true, onsubmit: (event) => void send(event) },
    address?.box,
    notice,
    button,
  );

  function validate(): string | undefined {
    const isAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(control.value.trim());
    return isAddress ? undefined : t('error_email', { example });
  }

  async function send(event: Event): Promise<void> {
    event.preventDefault();
    notice.replaceChildren();
    const invalid = address && validate();
    address?.setError(invalid);
    if (invalid !== undefined) return control.focus();
    form.inert = true;
    try {
      const email = await sendReceipt(address && control.value.trim());
      const sent = element('p', { role: 'status', tabindex: '-1' }, t('receipt_sent', { email }));
      form.replaceWith(sent);
      sent.focus();
    } catch (error) {
      form.inert = false;
      const reason = error instanceof RequestFailure ? error.reason : 'offline';
      if (reason === 'invalid') address?.setError(t('error_email', { example }));
      else notice.replaceChildren(icon('failed'), element('span', {}, t(reasonText(reason))));
    }
  }
  return form;
}

const reasonText = (reason: RequestFailure['reason']): string =>
  reason === 'offline' || reason === 'unreachable' ? 'offline' : 'too_many';
