import { useEffect, useEffectEvent } from 'react';
import { hasOpenOverlay } from '#ui/overlay/open-overlays.ts';
import { useSingleKeys } from '#web/preferences/single-keys.ts';
import { type ReviewCommand, commandOf } from '../../review-steps.ts';

/** Runs the commands of keys, except while something is typed, a dialog is open or the user has turned the keys off. */
export function useReviewKeys(run: (command: ReviewCommand) => void): void {
  const isOn = useSingleKeys();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, select') != null;
    const command = isTyping || hasOpenOverlay() ? undefined : commandOf(event);
    if (command === undefined) return;
    event.preventDefault();
    run(command);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listener = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [isOn]);
}
