import type { PaymentServices } from '#features/payments/payments/server/payment-context.ts';
import { Reply, handlePublic } from '#server/handler.ts';
import { htmlLanguage } from '#shared/page-languages.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import type { GooglePayData } from '../google-pay-data.ts';
import type { PageView } from '../schemas.ts';
import { isOpen } from '../session-status.ts';
import type { HostedSession } from './hosted-session-table.ts';
import { translatorFor } from './session/first-paint.ts';
import { pagePath } from './session/open-session.ts';
import { googlePayHeaders, renderGooglePayDocument, substituteScript } from './session/page-html.ts';
import { loadSession } from './session/page-session.ts';
import { buildPageView } from './session/page-view.ts';
import { findGoogleOffer } from './session/page-wallets.ts';

/** A separate document, because Google's script runs in it. Without an offer, and once the session is paid, the page follows. */
export const startGooglePay = handlePublic<typeof endpoints.startGooglePay, PaymentServices>(
  endpoints.startGooglePay,
  schemas.startGooglePay,
  async (ctx) => {
    const session = await loadSession(ctx);
    const { path, services, now } = ctx;
    const offer = isOpen(session, now) ? await findGoogleOffer(services, session) : undefined;
    if (!offer) return new Reply(303, '', { headers: { location: pagePath(path, 'begin') } });
    const view = buildPageView(session, now, services.config);
    const data = buildData(session, offer, view);
    return new Reply(200, renderGooglePayDocument(view, data), {
      headers: googlePayHeaders(offer.isSubstitute),
    });
  },
);

type Offer = NonNullable<Awaited<ReturnType<typeof findGoogleOffer>>>;

function buildData(
  session: HostedSession,
  offer: Offer,
  { amount, currency, language }: PageView,
): GooglePayData {
  const { merchantId, country, gateway, connection, isSubstitute } = offer;
  const { merchantName, googlePayName } = session;
  const t = translatorFor(language);
  const page = pagePath(session, 'session');
  return {
    script: isSubstitute ? substituteScript() : { src: 'https://pay.google.com/gp/p/js/pay.js' },
    environment: connection.mode === 'LIVE' ? 'PRODUCTION' : 'TEST',
    request: {
      apiVersion: 2,
      apiVersionMinor: 0,
      allowedPaymentMethods: [
        {
          type: 'CARD',
          parameters: {
            // A card on a device is authenticated there; one without is not.
            allowedAuthMethods: session.requiresThreeDSecure
              ? ['CRYPTOGRAM_3DS']
              : ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
            allowedCardNetworks: listNetworks(connection.capabilities.schemes),
          },
          tokenizationSpecification: { type: 'PAYMENT_GATEWAY', parameters: gateway },
        },
      ],
      merchantInfo: { merchantId, merchantName: googlePayName ?? merchantName },
      transactionInfo: {
        totalPriceStatus: 'FINAL',
        totalPrice: amount ?? '',
        currencyCode: currency,
        countryCode: country,
      },
    },
    language: htmlLanguage(language).slice(0, 2),
    submitUrl: `${page}/submit`,
    viewUrl: page,
    challengeUrl: pagePath(session, 'challenge'),
    returnUrl: pagePath(session, 'returned'),
    texts: {
      processing: t('processing'),
      wallet_blocked: t('wallet_blocked'),
      wallet_unavailable: t('wallet_unavailable'),
      wallet: t('wallet', { wallet: 'Google Pay' }),
      unreachable: t('unreachable'),
      too_many: t('too_many'),
    },
  };
}

/** Of the schemes that Google has. */
function listNetworks(schemes: readonly string[] | undefined): string[] {
  const networks = ['AMEX', 'DISCOVER', 'JCB', 'MASTERCARD', 'VISA'];
  return schemes === undefined ? networks : networks.filter((network) => schemes.includes(network));
}
