import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { Suspense, lazy } from 'react';
import { useTranslation } from '#web/translate/use-translation.ts';
import { SearchScreen, type ShownSearch } from '#features/reports/transactions/web/search-screen.tsx';

// Loaded after the screen.
const ViewMenu = lazy(async () => ({
  default: (await import('./view-menu.tsx')).ViewMenu,
}));

/** /search: transactions, with the views that save and open searches. */
export const ViewedSearchScreen = () => <SearchScreen Views={Views} />;

function Views(search: ShownSearch) {
  const { t } = useTranslation();
  const button = (
    <Button variant="default" disabled leftSection={<IconBookmark size={16} aria-hidden />}>
      {t('views.button')}
    </Button>
  );
  return (
    <Suspense fallback={button}>
      <ViewMenu {...search} />
    </Suspense>
  );
}
