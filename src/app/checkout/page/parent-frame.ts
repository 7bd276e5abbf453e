import type { PageView } from '#features/payments/hosted-sessions/schemas.ts';
import { ownSessionId } from './gateway-client.ts';

/**
 * The origin of the page that embeds us, if it is allowed. Taken from `ancestorOrigins` or the referrer. Without either,
 * returns every allowed origin: the browser delivers a message to the right one only.
 */
function findParentOrigins(allowed: readonly string[]): string[] {
  if (window.parent === window) return [];
  const parentOrigin = location.ancestorOrigins?.[0] ?? parseOrigin(document.referrer);
  if (parentOrigin !== undefined)
    return allowed.some((origin) => isSame(origin, parentOrigin)) ? [parentOrigin] : [];
  return allowed.filter((origin) => !origin.endsWith(':*'));
}

function parseOrigin(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

function isSame(allowed: string, origin: string): boolean {
  return (
    allowed === origin || (allowed.endsWith(':*') && origin.replace(/:\d+$/, '') === allowed.slice(0, -2))
  );
}

/** Sends the status to the parent: `{type: 'countinghouse.session', sessionId, step, transactionState}`. */
export function notifyParent(view: PageView): void {
  const { step, transactionState, parents } = view;
  for (const origin of findParentOrigins(parents)) {
    const message = { type: 'countinghouse.session', sessionId: ownSessionId, step, transactionState };
    window.parent.postMessage(message, origin);
  }
}

/** Sends the page's height to the parent, which resizes the frame: `{type: 'countinghouse.height', height}`. */
export function reportHeight(allowed: readonly string[]): void {
  const origins = findParentOrigins(allowed);
  if (origins.length === 0) return;
  document.documentElement.classList.add('framed');
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    for (const origin of origins) {
      window.parent.postMessage({ type: 'countinghouse.height', sessionId: ownSessionId, height }, origin);
    }
  }).observe(document.body);
}
