import { Button } from '@mantine/core';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { TerminalData } from '#features/virtual-terminal/web/use-terminal-data.ts';
import { Notice } from '#ui/feedback/notice.tsx';

/** Failures that stop nobody, said quietly (docs/domain.md#virtual-terminal). */
export function TerminalNotices({ ground }: { ground: TerminalData }) {
  const { t } = useTranslation();
  const notice = (text: string, retry: () => void) => (
    <Notice
      kind="pending"
      action={
        <Button variant="default" size="xs" onClick={retry}>
          {t('ui.retry')}
        </Button>
      }
    >
      {text}
    </Notice>
  );
  return (
    <>
      {ground.hasListFailed && notice(t('terminal.list_failed'), ground.retryList)}
      {ground.hasConfigurationFailed && notice(t('terminal.configuration_failed'), ground.retryConfiguration)}
      {ground.installations?.length === 0 && <Notice>{t('terminal.no_installations')}</Notice>}
    </>
  );
}
