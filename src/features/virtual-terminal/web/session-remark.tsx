import { useTranslation } from '#web/translate/use-translation.ts';
import { useEffect, useRef } from 'react';
import type { Remark } from '#features/virtual-terminal/web/use-terminal-session.ts';
import classes from '#features/virtual-terminal/web/terminal.module.css';
import { Notice } from '#ui/feedback/notice.tsx';

type Props = { remark: Remark | undefined; onClose: () => void };

/** What has become of the session, where it is no result. */
export function SessionNotice({ remark, onClose }: Props) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const name = remark?.name;
  // It may come below what is in sight.
  useEffect(() => {
    if (name != null) place.current?.scrollIntoView({ block: 'nearest' });
  }, [name]);
  if (remark == null) return null;
  const kind = remark.name === 'not_created' || remark.name === 'not_closed' ? 'pending' : 'info';
  return (
    <div ref={place} className={classes.remark}>
      <Notice kind={kind} onClose={onClose}>
        {t(`terminal.remark.${remark.name}`)}
        {remark.detail != null && remark.detail !== '' && <p>{remark.detail}</p>}
      </Notice>
    </div>
  );
}
