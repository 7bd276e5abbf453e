import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useUiTexts } from '../ui-texts.ts';

/** Loads the list again; disabled while it loads. */
export function RefreshButton(props: { isBusy: boolean; onRefresh: () => void }) {
  const texts = useUiTexts();
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      disabled={props.isBusy}
      onClick={props.onRefresh}
    >
      {texts.refresh}
    </Button>
  );
}
