import { useTranslation } from '#web/translate/use-translation.ts';
import type { Remark } from '#features/virtual-terminal/web/use-terminal-session.ts';
import { Notice } from '#ui/feedback/notice.tsx';

type Props = { remark: Remark | undefined; onClose: () => void };

/** What has become of the session, where it is no result. */
export function SessionRemark({ remark, onClose }: Props) {
  const { t } = useTranslation();
  if (remark == null) return null;
  const kind = remark.name === 'not_created' || remark.name === 'not_closed' ? 'pending' : 'info';
  return (
    <Notice kind={kind} onClose={onClose}>
      {t(`terminal.remark.${remark.name}`)}
      {remark.detail != null && remark.detail !== '' && <p>{remark.detail}</p>}
    </Notice>
  );
}
