import { IconCheck, IconCopy, IconMail, IconQrcode } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { GridAction } from '#ui/grid/grid-column.ts';
import { useCopy } from '#ui/layout/use-copy.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { ListedLink } from '../schemas.ts';
import type { LinkDialog } from './link-panel.tsx';

const isActive = ({ status }: ListedLink): boolean => status === 'ACTIVATED';

/** The open dialog, and the actions under the pointer or the cursor of a link that can be paid: copy, code, send. */
export function useLinkActions(onOpen: (link: ListedLink) => void) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<LinkDialog>();
  const { isCopied, copy } = useCopy();
  const rowActions = useMemo(() => {
    const show = (id: LinkDialog) => (link: ListedLink) => {
      onOpen(link);
      setDialog(id);
    };
    const action = (
      id: string,
      label: string,
      icon: GridAction<ListedLink>['icon'],
      onClick: (link: ListedLink) => void,
    ) => ({ id, label, icon, onClick, isFor: isActive });
    return [
      action(
        'copy',
        t(isCopied ? 'ui.copied' : 'smart_links.copy_one'),
        isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />,
        ({ link }) => void copy(link),
      ),
      action('qr', t('smart_links.qr'), <IconQrcode size={16} aria-hidden />, show('qr')),
      action('send', t('smart_links.send'), <IconMail size={16} aria-hidden />, show('send')),
    ];
  }, [t, isCopied, copy, onOpen]);
  return { dialog, setDialog, rowActions };
}
