import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useUiTexts } from '../ui-texts.ts';

/** Loads the list again; disabled while it loads. */
export function RefreshButton(props: { isBusy: boolean; onRefresh: () => void }) {
  const texts = useUiTexts();
  return (
    <ActionIcon
      variant="default"
      size={32}
      aria-label={texts.refresh}
      title={texts.refresh}
      disabled={props.isBusy}
      onClick={props.onRefresh}
    >
      <IconRefresh size={16} aria-hidden />
    </ActionIcon>
  );
}
