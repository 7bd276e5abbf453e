import { useState } from 'react';

/** The row whose side panel is open. It is kept while the panel closes, so that its content stays until then. */
export function useOpenRow<Row>() {
  const [row, replace] = useState<Row>();
  const [isOpen, setIsOpen] = useState(false);
  function open(next: Row): void {
    replace(next);
    setIsOpen(true);
  }
  return { row, isOpen, open, close: () => setIsOpen(false), replace };
}
