import { Kbd } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#app/web/shell/shell.module.css';
import { Dialog } from '#ui/overlay/dialog.tsx';

const keys = [
  { name: 'palette', keys: ['Ctrl', 'K'] },
  { name: 'search', keys: ['/'] },
  { name: 'help', keys: ['?'] },
  { name: 'close', keys: ['Esc'] },
  { name: 'cells', keys: ['↑', '↓', '←', '→'] },
  { name: 'pages', keys: ['Page ↑', 'Page ↓'] },
  { name: 'open', keys: ['Enter'] },
  { name: 'select', keys: ['Space'] },
  { name: 'resize', keys: ['Shift', '←', '→'] },
] as const;

/** What the keyboard can do. */
export function KeysDialog(props: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={t('keys.title')}>
      <dl className={classes.keys}>
        {keys.map((key) => (
          <div key={key.name}>
            <dt>{t(`keys.${key.name}`)}</dt>
            <dd>
              {key.keys.map((one) => (
                <Kbd key={one} size="xs">
                  {one}
                </Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
