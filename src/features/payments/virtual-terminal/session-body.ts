import type { BodyInputOf } from '#shared/define-endpoint.ts';
import type { createPaymentSession } from '#features/payments/hosted-sessions/endpoints.ts';
import { financialFields, showsFinancialData } from '#features/payments/hosted-sessions/terminal-rules.ts';
import { toSchedule } from '#features/payments/schedules/form/schedule-form.ts';
import { type TerminalConfiguration, type TerminalForm, isMailable } from './terminal-form.ts';

interface SessionOptions {
  /** The redirect page on the portal's own origin, where the frame returns. */
  returnUrl: string;
  skin: string;
  /** The user's locale, also used for the payer's receipt. */
  locale: string;
}

/**
 * The request for the hosted session (docs/domain.md#virtual-terminal). Only for a form without errors. Empty fields
 * are left out.
 */
export function buildSessionBody(
  form: TerminalForm,
  configuration: TerminalConfiguration,
  { returnUrl, skin, locale }: SessionOptions,
): BodyInputOf<typeof createPaymentSession> {
  const email = form.customerEmail.trim();
  const fsd = showsFinancialData(configuration.mcc) ? withoutEmpty(form.fsd) : undefined;
  return withoutEmpty({
    session: { returnUrl: { url: returnUrl }, skin },
    transaction: withoutEmpty({
      money: { currency: form.currency, amount: { fixed: form.amount } },
      commerceType: 'MOTO',
      channel: 'VIRTUAL_TERMINAL',
      deferred: form.preauth,
      recurring: form.continuousAuthority === 'recurring' || undefined,
      instalment: form.continuousAuthority === 'instalment' || undefined,
      merchantReference: form.merchantReference,
      description: form.description,
    }),
    customer: withoutEmpty({
      registered: false,
      identity: withoutEmpty({ merchantCustomerId: form.merchantCustomerReference }),
      details: withoutEmpty({
        emailAddress: email,
        address: withoutEmpty({
          line1: form.addressLine1,
          line2: form.addressLine2,
          city: form.city,
          region: form.region,
          postcode: form.postcode,
        }),
      }),
    }),
    features: { paymentMethods: ['card'], showResultsPage: false },
    financialServices:
      fsd && withoutEmpty(Object.fromEntries(financialFields.map((field) => [field, fsd[field]]))),
    order: form.hasOrder ? toOrder(form) : undefined,
    schedule: toSchedule(form.schedule),
    emailReceipt: (form.emailReceipt && isMailable(email)) || undefined,
    locale,
  }) as BodyInputOf<typeof createPaymentSession>;
}

const toOrder = (form: TerminalForm) =>
  withoutEmpty({
    orderRef: form.orderRef,
    shippingAddress: withoutEmpty({
      name: form.shippingName,
      line1: form.shippingLine1,
      line2: form.shippingLine2,
      city: form.shippingCity,
      region: form.shippingRegion,
      postcode: form.shippingPostcode,
    }),
  });

/** Drops empty parts; undefined when all are empty. */
function withoutEmpty(parts: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const filled = Object.entries(parts)
    .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const)
    .filter(([, value]) => value !== undefined && value !== '');
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}
