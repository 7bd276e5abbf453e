import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from '#ui/layout/layout.module.css';
import { useCopy } from '#ui/layout/use-copy.ts';
import { useUiTexts } from '#ui/ui-texts.ts';

/** An id that a press copies. */
export function CopyText(props: { text: string }) {
  const texts = useUiTexts();
  const { isCopied, copy } = useCopy(props.text);
  return (
    <button
      type="button"
      className={`${classes.copy} number`}
      title={isCopied ? texts.copied : texts.copy}
      onClick={copy}
    >
      <span className={classes.copyText}>{props.text}</span>
      {isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      <span className="visually-hidden" aria-live="polite">
        {isCopied ? texts.copied : texts.copy}
      </span>
    </button>
  );
}
