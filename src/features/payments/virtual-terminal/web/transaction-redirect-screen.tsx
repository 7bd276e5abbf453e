import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { completeMessage } from '../session-outcome.ts';
import { paths } from '#web/paths.ts';

/**
 * The blank page to which the payment's frame returns. It sends a message to the terminal around it
 * (docs/domain.md#virtual-terminal).
 */
export function TransactionRedirectScreen() {
  const navigate = useNavigate();
  useEffect(() => {
    if (window.parent === window) void navigate({ ...paths.virtualTerminal(), replace: true });
    else window.parent.postMessage({ type: completeMessage }, location.origin);
  }, [navigate]);
  return null;
}
