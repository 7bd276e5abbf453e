import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCopy } from './copy-text.tsx';
import { useUiTexts } from '../ui-texts.ts';

/** The primary button of a result that is copied. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const texts = useUiTexts();
  const { isCopied, copy } = useCopy();
  return (
    <Button
      leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      onClick={() => void copy(text)}
    >
      {label}
      <span className="visually-hidden" aria-live="polite">
        {isCopied && texts.copied}
      </span>
    </Button>
  );
}
