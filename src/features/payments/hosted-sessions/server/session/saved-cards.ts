import { brandNames } from '#shared/payments/brand-names.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { inTenant, type TenantSql } from '#database/tenant.ts';
import {
  type CustomerCard,
  loadCustomerCards,
} from '#features/payments/customer-cards/server/customer-cards.ts';
import { cardLimit } from '#features/payments/payments/server/db/cards.ts';
import { findCustomer } from '#features/payments/payments/server/db/customers.ts';
import type { PaymentServices } from '#features/payments/payments/server/payment-context.ts';
import { keyedHash } from '#server/keys.ts';
import type { PageView } from '../../schemas.ts';
import type { HostedSession } from '../hosted-session-table.ts';
import { buildPageView } from './page-view.ts';
import { addWallets } from './page-wallets.ts';
import { isMoto } from './session-sale.ts';

type Services = Pick<PaymentServices, 'database' | 'keys' | 'config' | 'processors'>;

/**
 * Whether the page offers the cards of the merchant's customer and to save one: only if the merchant asks for it with the customer's
 * reference. Links are forwarded to others, so they never do.
 */
export const offersSavedCards = ({ request, kind, linkId, createdVia }: HostedSession): boolean =>
  kind === 'payments' &&
  createdVia === 'gateway' &&
  !linkId &&
  !isMoto(request) &&
  request.features?.paymentMethodRegistration === 'optional' &&
  request.customer?.identity?.merchantCustomerId !== undefined;

/** The page with the wallets and the saved cards of its form, expired ones too: the payer can remove them. */
export async function loadPageView(
  services: Services,
  session: HostedSession,
  now: Date,
  problem: PageView['problem'] = null,
): Promise<PageView> {
  const view = buildPageView(session, now, services.config, problem);
  if (view.step !== 'FORM') return view;
  return addSavedCards(services, session, await addWallets(services, session, view), now);
}

async function addSavedCards(
  services: Services,
  session: HostedSession,
  view: PageView,
  now: Date,
): Promise<PageView> {
  if (!offersSavedCards(session)) return view;
  const cards = await inTenant(services.database, [session.companyId], (sql) => loadCards(sql, session));
  return {
    ...view,
    asks: { ...view.asks, saving: cards.length < cardLimit },
    savedCards: cards.map((card) => ({
      id: cardId(services, session, card.cardToken),
      brand: brandOf(card),
      lastFour: card.maskedPan.slice(-4),
      expiry: card.expiryDate,
      hasExpired: hasExpired(card.expiryDate, now),
    })),
  };
}

/** The token of a saved card. Tokens do not leave the gateway: the page has ids that mean nothing elsewhere. */
export async function findSavedCard(
  sql: TenantSql,
  services: Pick<Services, 'keys'>,
  session: HostedSession,
  id: string,
): Promise<Result<{ token: string; customerId: number; expiry: string }, { code: 'A109' }>> {
  const customer = offersSavedCards(session) ? await loadCustomer(sql, session) : undefined;
  if (!customer) return refuse('A109');
  const cards = await loadCustomerCards(sql, session.companyId, customer.id);
  const card = cards.find(({ cardToken }) => cardId(services, session, cardToken) === id);
  return card
    ? ok({ token: card.cardToken, customerId: customer.id, expiry: card.expiryDate })
    : refuse('A109');
}

async function loadCards(sql: TenantSql, session: HostedSession): Promise<CustomerCard[]> {
  const customer = await loadCustomer(sql, session);
  return customer ? loadCustomerCards(sql, session.companyId, customer.id) : [];
}

const loadCustomer = (sql: TenantSql, { companyId, merchantId, request }: HostedSession) =>
  findCustomer(sql, companyId, merchantId, { merchantRef: request.customer?.identity?.merchantCustomerId });

const cardId = ({ keys }: Pick<Services, 'keys'>, { sessionId }: HostedSession, token: string): string =>
  keyedHash(keys.fingerprint.of(1), `saved:${sessionId}:${token}`).subarray(0, 15).toString('base64url');

/** MMYY. A card is valid to the end of its month in the last time zone. */
export const hasExpired = (expiry: string, now: Date): boolean =>
  now.getTime() >= Date.UTC(2000 + Number(expiry.slice(2)), Number(expiry.slice(0, 2)), 1, 12);

const brandOf = ({ cardType, cardScheme }: CustomerCard): string =>
  brandNames[cardType === 'MAESTRO' ? cardType : cardScheme] ?? cardScheme;
