import { parseAmount } from '#shared/money.ts';
import type { createPayoutSession } from '#features/payments/hosted-sessions/endpoints.ts';
import type { Context, Description } from './description.ts';

/** The payee enters a card on a page that pays at once, so the page itself is the payout. API keys alone create one. */
export async function describePayoutPage({
  body,
  resource,
}: Pick<Context<typeof createPayoutSession>, 'body' | 'resource'>): Promise<Description> {
  const { money, merchantReference } = body.transaction ?? {};
  const currency = money?.currency ?? '';
  const amount = parseAmount(money?.amount?.fixed, currency);
  const summary = {
    organisationId: resource.merchantId,
    objectId: null,
    objectName: merchantReference ?? null,
  };
  // Without a valid amount the rule applies. The handler would refuse the request too.
  if (!amount.ok) return { state: 'described', summary };
  return { state: 'described', summary: { ...summary, amount: { minor: amount.value, currency } } };
}
