import { isPrivateHost } from '#integrations/web/private-host.ts';
import type { Callbacks } from '../request/parse-payment.ts';

/** The first callback address that is not https or not public. Outside of tests it is rejected with V125. */
export function findUnsafeAddress(callbacks: Callbacks): string | undefined {
  const [name] =
    Object.entries(callbacks).find(([, { url }]) => !url.startsWith('https:') || isPrivateHost(url)) ?? [];
  return name && `callbacks.${name}.url`;
}
