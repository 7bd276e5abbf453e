import { addressHasCardNumber } from '#shared/card-number.ts';

export const maxUrlLength = 1000;

/** A web address without a user name, a password, a fragment or a card number. `http` is for tests and demos only. */
export function isWebhookUrl(text: string, isHttpAllowed: boolean): boolean {
  const [, scheme, host] = /^(https?):\/\/([^\s/@?#]+)(?:[/?][^\s#]*)?$/.exec(text) ?? [];
  if (host === undefined || text.length > maxUrlLength) return false;
  const isSafe = scheme === 'https' || isHttpAllowed;
  return isSafe && isHost(host) && !addressHasCardNumber(text);
}

/** A name or an address, with an optional port. The guarded client rejects what it cannot look up. */
const isHost = (host: string): boolean =>
  /^(?:[a-z\d](?:[\w.-]*[a-z\d])?|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host);

export const webhookFormats = ['REST_JSON', 'REST_XML'] as const;
