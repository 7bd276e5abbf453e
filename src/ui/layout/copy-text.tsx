import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import classes from './layout.module.css';
import { useUiTexts } from '../ui-texts.ts';

interface Props {
  text: string;
  /** Text of several lines, with a button beside it. */
  isBlock?: boolean;
}

/** An id, or a block of text, that a press copies. */
export function CopyText(props: Props) {
  const texts = useUiTexts();
  const { isCopied, copy } = useCopy();
  const state = (
    <>
      {isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      <span className="visually-hidden" aria-live="polite">
        {isCopied ? texts.copied : texts.copy}
      </span>
    </>
  );
  const title = isCopied ? texts.copied : texts.copy;
  if (props.isBlock === true) {
    return (
      <div className={classes.copyBlock}>
        <pre>{props.text}</pre>
        <button type="button" className={classes.copy} title={title} onClick={() => void copy(props.text)}>
          {state}
        </button>
      </div>
    );
  }
  return (
    <button
      type="button"
      className={`${classes.copy} number`}
      title={title}
      onClick={() => void copy(props.text)}
    >
      <span className={classes.copyText}>{props.text}</span>
      {state}
    </button>
  );
}

/** Copies a text, and confirms it for a moment. */
export function useCopy() {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setIsCopied(false), 1500) : undefined;
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = useCallback(async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      // The browser refused. The text stays selectable.
    }
  }, []);
  return { isCopied, copy };
}
