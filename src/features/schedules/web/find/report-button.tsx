import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconDownload } from '@tabler/icons-react';
import { reportSchedules, type ScheduleQuestion } from '#features/schedules/endpoints.ts';
import { saveFile } from '#web/call/call.ts';
import { CallFailure } from '#web/call/call-failure.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/**
 * The whole list as a file; any status other than 200 goes to the error screen with that code
 * (docs/domain.md#failed-requests).
 */
export function ReportButton({ question }: { question: ScheduleQuestion }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const report = useMutation({
    mutationFn: () => saveFile(reportSchedules, { body: { ...question, startFrom: 1 as const } }),
    meta: { isHandledHere: true },
    onError: (failure) => {
      const status = failure instanceof CallFailure && failure.status > 0 ? failure.status : 500;
      // An ended session and a newer version are the whole product's business, and dealt with there.
      if (status === 401 || (failure instanceof CallFailure && failure.code === 'E152')) return;
      void navigate(paths.error(status));
    },
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => report.mutate()}
      loading={report.isPending}
    >
      {t('schedules.list.report')}
    </Button>
  );
}
