import type { AppleSessions } from '#integrations/processors/adapter.ts';
import type { PaymentServices } from '#features/payments/payments/server/payment-context.ts';
import { parseAmount } from '#shared/money.ts';
import type { PageView } from '../../schemas.ts';
import type { HostedSession } from '../hosted-session-table.ts';
import { fixedAmount, isMoto } from './session-sale.ts';

type Services = Pick<PaymentServices, 'processors'>;

/** What only a card can do: see docs/domain.md#wallets. */
function needsCard({ kind, request, payerAddress }: HostedSession): boolean {
  const { features, session, customer } = request;
  const needsAddress = payerAddress === 'FULL' && customer?.details?.address === undefined;
  return (
    kind !== 'payments' ||
    isMoto(request) ||
    needsAddress ||
    features?.paymentMethodRegistration === 'always' ||
    session?.preAuthCallback?.url !== undefined
  );
}

/**
 * The sessions at Apple of the connection to which the payment would go. Undefined where the page does not offer Apple Pay. Nothing of it
 * depends on the payment's id: routes with a share take no wallet.
 */
export async function findAppleSessions(
  { processors }: Services,
  session: HostedSession,
): Promise<AppleSessions | undefined> {
  const { installationId, merchantPath, request, applePayMerchantId, mode } = session;
  if (applePayMerchantId === null || needsCard(session)) return undefined;
  const currency = request.transaction?.money?.currency ?? '';
  const amount = parseAmount(fixedAmount(request), currency);
  if (!amount.ok) return undefined;
  const setup = await processors.current();
  const chosen = setup.choose({
    installationId,
    path: `${merchantPath}/${installationId}`,
    rootId: 0,
    amountMinor: amount.value,
    currency,
    scheme: null,
    wallet: 'APPLE-PAY',
    kind: request.transaction?.deferred === true ? 'AUTHORISE' : 'SALE',
    channel: 'ECOM',
    mode: mode ?? undefined,
  });
  return chosen.ok ? chosen.value.connection.applePay : undefined;
}

export async function addApplePay(
  services: Services,
  session: HostedSession,
  view: PageView,
): Promise<PageView> {
  const { applePayCountry: country } = session;
  const isOffered = country !== null && (await findAppleSessions(services, session)) !== undefined;
  return isOffered ? { ...view, applePay: { country } } : view;
}
