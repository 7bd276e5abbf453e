import { useNavigate } from '@tanstack/react-router';
import { CallFailure } from '#web/call/call-failure.ts';
import { saveFile } from '#web/call/call.ts';
import { DownloadButton } from '#web/links/download-button.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { reportSchedules } from '../../endpoints.ts';
import type { ScheduleQuery } from '../../schemas.ts';

/**
 * Downloads the whole list. Any status other than 200 opens the error screen with that code
 * (docs/domain.md#failed-requests).
 */
export function ReportButton({ scheduleQuery: query }: { scheduleQuery: ScheduleQuery }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const save = () => saveFile(reportSchedules, { body: { ...query, startFrom: 1 as const } });
  function fail(failure: Error): void {
    const status = failure instanceof CallFailure && failure.status > 0 ? failure.status : 500;
    // The app shell handles an ended session and a newer version.
    if (status === 401 || (failure instanceof CallFailure && failure.code === 'E152')) return;
    void navigate(paths.error(status));
  }
  return <DownloadButton label={t('schedules.list.report')} save={save} onFailure={fail} />;
}
