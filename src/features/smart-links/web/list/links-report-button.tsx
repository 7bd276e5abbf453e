import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { addDays } from '#shared/calendar-day.ts';
import { startOfDayIn } from '#shared/zoned-day.ts';
import type { QueryOf } from '#shared/define-endpoint.ts';
import { reportSmartLinks } from '#features/smart-links/endpoints.ts';
import type { LinksSearch } from '#features/smart-links/links-search.ts';
import { saveFile } from '#web/call/call.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Criteria = QueryOf<typeof reportSmartLinks>;

/** What list and file ask for; days are those of the reader's zone. */
export function buildCriteria(search: LinksSearch, zone: string): Criteria {
  const { offset: _offset, pageSize: _pageSize, createdFrom, createdTo, ...rest } = search;
  return {
    ...rest,
    ...(createdFrom === undefined ? {} : { createdFrom: startOfDayIn(createdFrom, zone).toISOString() }),
    ...(createdTo === undefined ? {} : { createdTo: lastMoment(createdTo, zone).toISOString() }),
  };
}

const lastMoment = (day: string, zone: string): Date =>
  new Date(startOfDayIn(addDays(day, 1), zone).getTime() - 1);

/** All links that the list finds, as a file. */
export function LinksReportButton({ path, criteria }: { path: { orgId: number }; criteria: Criteria }) {
  const { t } = useTranslation();
  const report = useMutation({
    mutationFn: () => saveFile(reportSmartLinks, { path, query: criteria }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => report.mutate()}
      loading={report.isPending}
    >
      {t('smart_links.csv')}
    </Button>
  );
}
