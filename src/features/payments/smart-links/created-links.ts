import type { LinkForm } from './link-form.ts';

interface NewLink {
  linkId: string;
  link: string;
}

/** The common terms of all links of one request. */
export interface LinkTerms {
  currency: string;
  /** Empty if the customer enters the amount. */
  amount: string;
  merchantReference: string;
  emailAddress: string;
  /** ISO 8601. */
  expires: string;
}

/** The navigation's state for the list of new links. It stays with the browser's history, outside the address. */
export const createdState = (
  { currency, amount, isAmountOpen, merchantReference, emailAddress }: LinkForm,
  expires: string,
  links: readonly NewLink[],
): object => ({
  smartLinks: links,
  smartLinkTerms: {
    currency,
    amount: isAmountOpen ? '' : amount,
    merchantReference: merchantReference.trim(),
    emailAddress: emailAddress.trim(),
    expires,
  },
});

/** Reads the state, which may come from another version of the page. No links without their terms. */
export function readCreatedState(state: unknown): { links: NewLink[]; terms: LinkTerms } | undefined {
  const { smartLinks, smartLinkTerms } = (state ?? {}) as { smartLinks?: unknown; smartLinkTerms?: unknown };
  if (!Array.isArray(smartLinks) || typeof smartLinkTerms !== 'object') return undefined;
  const links = (smartLinks as Partial<NewLink>[]).filter(
    (link): link is NewLink => typeof link?.linkId === 'string' && /^https?:\/\//.test(link.link ?? ''),
  );
  const storedTerms = (smartLinkTerms ?? {}) as Record<string, unknown>;
  const text = (name: keyof LinkTerms): string => {
    const value = storedTerms[name];
    return typeof value === 'string' ? value : '';
  };
  const expires = text('expires');
  if (links.length === 0 || Number.isNaN(Date.parse(expires))) return undefined;
  const terms = {
    currency: text('currency'),
    amount: text('amount'),
    merchantReference: text('merchantReference'),
    emailAddress: text('emailAddress'),
    expires,
  };
  return { links, terms };
}
