import type { BodyInputOf } from '#contract/define-call.ts';
import type { createPaymentSession } from '#features/hosted-sessions/calls.ts';
import { financialFields, showsFinancialData } from '#features/hosted-sessions/terminal-rules.ts';
import { scheduleOf } from '#features/schedules/form/schedule-form.ts';
import { type TerminalConfiguration, type TerminalForm, isMailable } from './terminal-form.ts';

export interface SessionPlace {
  /** Where the frame comes back to: the redirect page on the portal's own origin. */
  returnUrl: string;
  skin: string;
  /** Of the person at the terminal; the payer's receipt is written in it too. */
  locale: string;
}

/** The request that opens the hosted session (spec 3 §7). Only for a form without errors; blanks are left out. */
export function sessionBody(
  form: TerminalForm,
  configuration: TerminalConfiguration,
  { returnUrl, skin, locale }: SessionPlace,
): BodyInputOf<typeof createPaymentSession> {
  const email = form.customerEmail.trim();
  const fsd = showsFinancialData(configuration.mcc) ? filled(form.fsd) : undefined;
  return filled({
    session: { returnUrl: { url: returnUrl }, skin },
    transaction: filled({
      money: { currency: form.currency, amount: { fixed: form.amount } },
      commerceType: 'MOTO',
      channel: 'VIRTUAL_TERMINAL',
      deferred: form.preauth,
      recurring: form.continuousAuthority === 'recurring' || undefined,
      instalment: form.continuousAuthority === 'instalment' || undefined,
      merchantReference: form.merchantReference,
      description: form.description,
    }),
    customer: filled({
      registered: false,
      identity: filled({ merchantCustomerId: form.merchantCustomerReference }),
      details: filled({
        emailAddress: email,
        address: filled({
          line1: form.addressLine1,
          line2: form.addressLine2,
          city: form.city,
          region: form.region,
          postcode: form.postcode,
        }),
      }),
    }),
    features: { paymentMethods: ['card'], showResultsPage: false },
    financialServices: fsd && filled(Object.fromEntries(financialFields.map((field) => [field, fsd[field]]))),
    order: form.hasOrder ? orderOf(form) : undefined,
    schedule: scheduleOf(form.schedule),
    emailReceipt: (form.emailReceipt && isMailable(email)) || undefined,
    locale,
  }) as BodyInputOf<typeof createPaymentSession>;
}

const orderOf = (form: TerminalForm) =>
  filled({
    orderRef: form.orderRef,
    shippingAddress: filled({
      name: form.shippingName,
      line1: form.shippingLine1,
      line2: form.shippingLine2,
      city: form.shippingCity,
      region: form.shippingRegion,
      postcode: form.shippingPostcode,
    }),
  });

/** Without what was left empty; nothing at all when everything was. */
function filled(parts: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const kept = Object.entries(parts)
    .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const)
    .filter(([, value]) => value !== undefined && value !== '');
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
