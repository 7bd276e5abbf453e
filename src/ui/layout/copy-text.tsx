import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from '#ui/layout/layout.module.css';
import { useCopy } from '#ui/layout/use-copy.ts';
import { useUiTexts } from '#ui/ui-texts.ts';

interface Props {
  text: string;
  /** Text of several lines, shown with its breaks. */
  isBlock?: boolean;
}

/** An id, or a block of text, that a press copies. */
export function CopyText(props: Props) {
  const texts = useUiTexts();
  const { isCopied, copy } = useCopy(props.text);
  return (
    <button
      type="button"
      className={`${classes.copy} number`}
      data-block={props.isBlock || undefined}
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
