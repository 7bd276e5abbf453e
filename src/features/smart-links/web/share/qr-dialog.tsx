import { Suspense, lazy } from 'react';
import classes from '#features/smart-links/web/smart-links.module.css';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

// The encoder comes with the first code that somebody wants to see.
const QrCode = lazy(async () => ({
  default: (await import('#features/smart-links/web/share/qr-code.tsx')).QrCode,
}));

type Props = { link: string | undefined; onClose: () => void };

/** The address to be photographed. */
export function QrDialog({ link, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={link !== undefined} onClose={onClose} title={t('smart_links.qr')}>
      <div className={classes.qrPlace}>
        <Suspense fallback={null}>
          {link !== undefined && <QrCode text={link} label={t('smart_links.qr_label', { link })} />}
        </Suspense>
        <p className={classes.qrAddress}>{link}</p>
      </div>
    </Dialog>
  );
}
