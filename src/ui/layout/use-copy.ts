import { useCallback, useEffect, useState } from 'react';

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
