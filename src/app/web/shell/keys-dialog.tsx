import { Kbd } from '@mantine/core';
import classes from './shell.module.css';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

/** The label of a key cap depends on the language: Ctrl is Strg in German. Arrows and signs have no translation. */
const keys = [
  { name: 'palette', keys: ['ctrl', 'K'] },
  { name: 'search', keys: ['/'] },
  { name: 'help', keys: ['?'] },
  { name: 'close', keys: ['esc'] },
  { name: 'cells', keys: ['↑', '↓', '←', '→'] },
  { name: 'pages', keys: ['page_up', 'page_down'] },
  { name: 'open', keys: ['enter'] },
  { name: 'page', keys: ['O'] },
  { name: 'select', keys: ['space'] },
  { name: 'resize', keys: ['shift', '←', '→'] },
  { name: 'move', keys: ['alt', '←', '→'] },
  { name: 'rows', keys: ['J', 'K'] },
  { name: 'copy', keys: ['ctrl', 'C'] },
  { name: 'actions', keys: ['F2'] },
] as const;

/** The keyboard shortcuts. */
export function KeysDialog(props: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={t('keys.title')}>
      <dl className={classes.keys}>
        {keys.map((key) => (
          <div key={key.name}>
            <dt>{t(`keys.${key.name}`)}</dt>
            <dd>
              {key.keys.map((keyName) => (
                <Kbd key={keyName} size="xs">
                  {keyName.length === 1 ? keyName : t(`keys.cap.${keyName}`)}
                </Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
