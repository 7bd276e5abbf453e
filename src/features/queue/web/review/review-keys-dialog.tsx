import { Kbd } from '@mantine/core';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { switchSingleKeys, useSingleKeys } from '#web/preferences/single-keys.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './review.module.css';

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

/** What the keyboard can do in review mode, and the switch for it. */
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
