import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from '#ui/layout/layout.module.css';
import { useUiTexts } from '#ui/ui-texts.ts';

/** An id that a press copies. */
export function CopyText(props: { text: string }) {
  const texts = useUiTexts();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setIsCopied(false), 1500) : undefined;
    return () => clearTimeout(timer);
  }, [isCopied]);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(props.text);
      setIsCopied(true);
    } catch {
      // The browser refused: the text stays selectable, which is the next best thing.
    }
  }
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
