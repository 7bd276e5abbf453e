import type { PageView } from '#features/hosted-sessions/endpoints.ts';
import { ownSessionId } from './gateway-client.ts';

/**
 * The site that shows us in a frame, as an exact origin, and only one of those that may: messages go to nobody else. The
 * browser tells it, or the referrer does; without either, each known origin is written to, and the browser delivers
 * to the right one only.
 */
function findParentOrigins(allowed: readonly string[]): string[] {
  if (window.parent === window) return [];
  const told = location.ancestorOrigins?.[0] ?? parseOrigin(document.referrer);
  if (told !== undefined) return allowed.some((one) => isSame(one, told)) ? [told] : [];
  return allowed.filter((one) => !one.endsWith(':*'));
}

function parseOrigin(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

function isSame(allowed: string, origin: string): boolean {
  return (
    allowed === origin || (allowed.endsWith(':*') && origin.replace(/:\d+$/, '') === allowed.slice(0, -2))
  );
}

/** Tells the parent how the session stands: `{type: 'countinghouse.session', sessionId, step, transactionState}`. */
export function notifyParent(view: PageView): void {
  const { step, transactionState, parents } = view;
  for (const origin of findParentOrigins(parents)) {
    const message = { type: 'countinghouse.session', sessionId: ownSessionId, step, transactionState };
    window.parent.postMessage(message, origin);
  }
}

/** Tells the parent how high the page is, so that its frame need not scroll: `{type: 'countinghouse.height', height}`. */
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
