import { Kbd } from '@mantine/core';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { switchSingleKeys, useSingleKeys } from '#web/preferences/single-keys.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './review.module.css';
import { useEffect, useEffectEvent } from 'react';
import { hasOpenOverlay } from '#ui/overlay/open-overlays.ts';
import { type ReviewCommand, toCommand } from '../../review-steps.ts';

const keys = [
  ['A', 'accept'],
  ['R', 'reject'],
  ['H', 'hold'],
  ['Z', 'undo'],
  ['C', 'comment'],
  ['L', 'list'],
  ['J', 'next'],
  ['K', 'previous'],
  ['?', 'keys'],
] as const;

/** The keyboard shortcuts of review mode, and the switch for them. */
export function ReviewKeysDialog(props: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const isOn = useSingleKeys();
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={t('keys.title')}>
      <SwitchField
        label={t('keys.single')}
        help={t('review.single_help')}
        isOn={isOn}
        onChange={switchSingleKeys}
      />
      <dl className={classes.keys}>
        {keys.map(([key, name]) => (
          <div key={key}>
            <dt>{t(`review.key.${name}`)}</dt>
            <dd>
              <Kbd size="xs">{key}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** Runs the commands of keys, except while something is typed, a dialog is open or the user has turned the keys off. */
export function useReviewKeys(run: (command: ReviewCommand) => void): void {
  const isOn = useSingleKeys();
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
    const command = isTyping || hasOpenOverlay() ? undefined : toCommand(event);
    if (command === undefined) return;
    event.preventDefault();
    run(command);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listener = (event: KeyboardEvent): void => handleKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [isOn]);
}
