import type { PageView } from '#features/payments/hosted-sessions/schemas.ts';
import { namedMark } from './brand-marks.ts';
import { type CardBrand, brandByName, formatExpiry } from './card-rules.ts';
import { removeCard } from './page/gateway-client.ts';
import { element } from './page/element.ts';
import type { Translate } from './page/texts.ts';

export interface SavedCards {
  box: HTMLElement;
  /** The chosen card; undefined: another one, whose number the payer enters. */
  chosen(): { id: string; brand: CardBrand | undefined } | undefined;
}

/** The customer's saved cards, the first valid one chosen, and last the choice of another card. Expired ones can only be removed. */
export function savedCards({ savedCards: cards }: PageView, t: Translate, onChange: () => void): SavedCards {
  const box = element(
    'fieldset',
    { class: 'saved', onchange: onChange },
    element('legend', {}, t('saved_cards')),
  );
  const first = cards.find(({ hasExpired }) => !hasExpired)?.id ?? '';
  const radio = (value: string, disabled = false) =>
    element('input', {
      type: 'radio',
      id: `saved-${value}`,
      name: 'saved',
      value,
      checked: value === first,
      disabled,
    });
  for (const card of cards) {
    const name = `•••• ${card.lastFour}`;
    const row = element(
      'div',
      { class: 'choice' },
      element(
        'label',
        {},
        radio(card.id, card.hasExpired),
        ...namedMark(card.brand),
        name,
        element('small', {}, formatExpiry(card.expiry)),
        card.hasExpired && element('small', { class: 'past' }, t('error_expired')),
      ),
    );
    row.append(removeButton(card, row));
    box.append(row);
  }
  box.append(element('div', { class: 'choice' }, element('label', {}, radio(''), t('other_card'))));

  /** Asks once more in the button itself: dialogs are not shown in frames of other sites. */
  function removeButton(
    { id, brand, lastFour }: PageView['savedCards'][number],
    row: HTMLElement,
  ): HTMLElement {
    const button = element(
      'button',
      { type: 'button', class: 'quiet', onclick: () => void press() },
      t('remove'),
    );
    button.setAttribute('aria-label', `${t('remove')} ${brand} ${lastFour}`);
    let isAsked = false;
    async function press(): Promise<void> {
      if (!isAsked) {
        isAsked = true;
        button.textContent = `${t('remove')}?`;
        button.setAttribute('aria-label', `${t('remove')}? ${brand} ${lastFour}`);
        return;
      }
      if (!(await removeCard(id))) return;
      const wasChosen = row.querySelector('input')?.checked === true;
      row.remove();
      const next = box.querySelector<HTMLInputElement>('input:enabled');
      if (wasChosen && next) next.checked = true;
      next?.focus();
      onChange();
    }
    return button;
  }

  return {
    box,
    chosen() {
      const id = box.querySelector<HTMLInputElement>('input:checked')?.value ?? '';
      const card = cards.find((candidate) => candidate.id === id);
      return card && { id, brand: brandByName(card.brand) };
    },
  };
}

/** The payer's consent to saving the card: never given in advance. */
export function consentBox(merchant: string, t: Translate): { box: HTMLElement; isGiven(): boolean } {
  const control = element('input', { type: 'checkbox', id: 'save', name: 'save' });
  const box = element('label', { class: 'consent' }, control, t('save_card', { merchant }));
  return { box, isGiven: () => control.checked };
}
