import type { PageView } from '#features/payments/hosted-sessions/schemas.ts';
import { element, icon } from './element.ts';
import { formatDate } from './dates.ts';
import type { Translate } from './texts.ts';

/** How long before the end the payer is warned. */
const warnedMs = 5 * 60_000;

interface ClosingWatch {
  /** Takes the end from a newer view. */
  update(view: PageView): void;
  stop(): void;
}

interface ClosingActions {
  /** Shows the sentence where the payer looks. */
  remind(reminder: HTMLElement): void;
  /** The payer stays. */
  onStay(): void;
  onClosed(): void;
}

/** Warns the payer before the page closes, with a button that keeps it open where that is possible. */
export function watchClosing(t: Translate, { remind, onStay, onClosed }: ClosingActions): ClosingWatch {
  let timers: ReturnType<typeof setTimeout>[] = [];
  let reminder: HTMLElement | undefined;
  const stop = () => {
    timers.forEach(clearTimeout);
    timers = [];
    reminder?.remove();
  };
  function update({ closing }: PageView): void {
    stop();
    if (closing === null) return;
    const leftMs = closing.seconds * 1000;
    const end = new Date(Date.now() + leftMs);
    const warn = () => {
      const time = formatDate(end, { hour: 'numeric', minute: '2-digit' });
      reminder = element(
        'div',
        { class: 'reminder' },
        icon('waiting'),
        element('span', {}, t('closing', { time })),
        closing.canStay && element('button', { type: 'button', onclick: onStay }, t('stay')),
      );
      remind(reminder);
    };
    // Timers hold at most 24 days. A link that lasts longer needs none.
    if (leftMs > 2 ** 31 - 1) return;
    timers = [setTimeout(warn, leftMs - warnedMs), setTimeout(onClosed, leftMs + 1000)];
  }
  return { update, stop };
}
