import type { GooglePayGateway } from '#integrations/processors/adapter.ts';
import type { OpenConnection } from '#integrations/processors/processors.ts';
import type { PaymentServices } from '#features/payments/payments/server/payment-context.ts';
import { currencyDigits } from '#shared/currencies.ts';
import { parseAmount } from '#shared/money.ts';
import type { Wallet } from '#shared/payments/wallets.ts';
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
 * The connection to which a payment by the wallet would go. Nothing of it depends on the payment's id: routes with a share take no
 * wallet.
 */
async function chooseConnection(
  { processors }: Services,
  session: HostedSession,
  wallet: Wallet,
): Promise<OpenConnection | undefined> {
  const { installationId, merchantPath, request, mode } = session;
  if (needsCard(session)) return undefined;
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
    wallet,
    kind: request.transaction?.deferred === true ? 'AUTHORISE' : 'SALE',
    channel: 'ECOM',
    mode: mode ?? undefined,
  });
  return chosen.ok ? chosen.value.connection : undefined;
}

/** A connection that opens sessions at Apple. Undefined where the page does not offer Apple Pay. */
export async function findAppleConnection(
  services: Services,
  session: HostedSession,
): Promise<OpenConnection | undefined> {
  if (session.applePayMerchantId === null) return undefined;
  const connection = await chooseConnection(services, session, 'APPLE-PAY');
  return connection?.applePay && connection;
}

/** Google's script takes amounts with at most two digits. */
const maxGoogleDigits = 2;

interface GoogleOffer {
  merchantId: string;
  country: string;
  gateway: GooglePayGateway;
  connection: OpenConnection;
  /** The sandbox's substitute takes the place of Google's script. */
  isSubstitute: boolean;
}

/** With what the page asks Google for a token; undefined where the page does not offer Google Pay. */
export async function findGoogleOffer(
  services: Services,
  session: HostedSession,
): Promise<GoogleOffer | undefined> {
  const { googlePayMerchantId: merchantId, googlePayCountry: country, request } = session;
  const digits = currencyDigits(request.transaction?.money?.currency ?? '') ?? maxGoogleDigits + 1;
  if (merchantId === null || country === null || digits > maxGoogleDigits) return undefined;
  const connection = await chooseConnection(services, session, 'GOOGLE-PAY');
  const gateway = connection?.googlePay?.(connection.account);
  if (!connection || !gateway) return undefined;
  const isSubstitute = gateway.gateway === 'sandbox';
  if (isSubstitute && connection.mode !== 'TEST') return undefined;
  return { merchantId, country, gateway, connection, isSubstitute };
}

export async function addWallets(
  services: Services,
  session: HostedSession,
  view: PageView,
): Promise<PageView> {
  const { applePayCountry: country } = session;
  const apple = country === null ? undefined : await findAppleConnection(services, session);
  const google = await findGoogleOffer(services, session);
  return {
    ...view,
    applePay: apple && country !== null ? { country } : null,
    googlePay: google !== undefined,
  };
}
