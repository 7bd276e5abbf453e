import { element } from './element.ts';
import type { Translate } from './texts.ts';

/** The link to a new page of the smart link, after a countdown while its cards are refused. */
export function againLink(t: Translate, url: string, seconds: number): HTMLElement {
  const link = element('a', { class: 'primary', href: url }, t('link_again'));
  return seconds > 0 ? countdown(t, seconds, (timer) => timer.replaceWith(link)) : link;
}

/** Counts down by the clock: timers of pages in the background are late. */
export function countdown(t: Translate, seconds: number, onEnd: (timer: HTMLElement) => void): HTMLElement {
  const end = Date.now() + seconds * 1000;
  const timer = element('p', { class: 'countdown', role: 'timer' });
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    if (left === 0) return onEnd(timer);
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
    timer.textContent = t('again_in', { time });
    setTimeout(tick, 1000);
  };
  tick();
  return timer;
}
