import { useEffect, useState } from 'react';

/** Copies its text, or another one, and confirms it for a moment. */
export function useCopy(text = '') {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setIsCopied(false), 1500) : undefined;
    return () => clearTimeout(timer);
  }, [isCopied]);
  async function copyText(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      // The browser refused. The text stays selectable.
    }
  }
  return { isCopied, copy: () => copyText(text), copyText };
}
