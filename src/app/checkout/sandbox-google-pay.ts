/*
 * The sandbox's substitute for Google's script, which its payment pages load in place of Google's: no request leaves for Google, and
 * the token is one that only the sandbox takes (docs/domain.md#sandbox).
 */

const cards = [
  ['visa', 'Visa •••• 0018'],
  ['mastercard', 'Mastercard •••• 0019'],
  ['amex', 'American Express •••• 0015'],
  ['declined', 'Visa •••• 0166, declined'],
] as const;

class PaymentsClient {
  async isReadyToPay(): Promise<{ result: boolean }> {
    return { result: true };
  }

  createButton({ onClick }: { onClick: () => void }): HTMLElement {
    return createButton('primary', 'Google Pay (sandbox)', onClick);
  }

  /** As Google's, it rejects with CANCELED when the payer closes the dialog. */
  async loadPaymentData(): Promise<object> {
    const card = await chooseCard();
    if (card === '') throw Object.assign(new Error('closed'), { statusCode: 'CANCELED' });
    const token = { protocolVersion: 'ECv1', signature: btoa('sandbox'), signedMessage: `sandbox:${card}` };
    return {
      paymentMethodData: {
        type: 'CARD',
        tokenizationData: { type: 'PAYMENT_GATEWAY', token: JSON.stringify(token) },
      },
    };
  }
}

function chooseCard(): Promise<string> {
  const dialog = document.createElement('dialog');
  dialog.className = 'substitute';
  dialog.lang = 'en';
  const title = document.createElement('h2');
  title.id = 'substitute-title';
  title.textContent = 'Sandbox in place of Google Pay';
  dialog.setAttribute('aria-labelledby', title.id);
  const text = document.createElement('p');
  text.textContent = 'Google is not asked and no money moves. Choose a test card.';
  dialog.append(
    title,
    text,
    ...cards.map(([name, label]) => createButton('primary', label, () => dialog.close(name))),
    createButton('quiet', 'Close', () => dialog.close('')),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
  });
}

function createButton(className: string, text: string, onclick: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  button.textContent = text;
  button.addEventListener('click', onclick);
  return button;
}

Object.assign(window, { google: { payments: { api: { PaymentsClient } } } });
