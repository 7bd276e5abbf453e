import { base, goodCard, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import type { TestResponse, Send } from '#testing/act-as.ts';

export const customers = '/acceptor/rest/customers/5300001';

/** Registers a card for the customer with this reference, by a verify. */
export async function registerCard(
  merchant: Send,
  merchantRef: string,
  { card = {}, customer = {} }: { card?: object; customer?: object } = {},
): Promise<{ response: TestResponse; id: string; token: string; customerUrl: string }> {
  const response = await merchant(
    'POST',
    `${base}/verify`,
    payment(
      { amount: 0 },
      { card: { ...goodCard, ...card } },
      { customer: { merchantRef, registered: true, ...customer } },
    ),
  );
  const id: string = response.body.customer?.id;
  return {
    response,
    id,
    token: response.body.paymentMethod?.card.cardToken,
    customerUrl: `${customers}/${id}`,
  };
}
