import type { SessionRequest } from '#features/payments/hosted-sessions/session-request.ts';
import type { SessionOpening } from '#features/payments/hosted-sessions/server/session/open-session.ts';
import type { Config } from '#server/config.ts';
import type { LinkKind } from './validate-link.ts';

/** The URL that customers get. */
export const linkUrl = (code: string, { checkoutUrl }: Pick<Config, 'checkoutUrl'>): string =>
  `${checkoutUrl}/a/${code}`;

export interface LinkOwner {
  companyId: number;
  merchantId: number;
  installationId: number;
}

/** The request for a session of the link. Without a return URL of the merchant's, payers return to the link. */
export function buildSessionOpening(
  { companyId, merchantId, installationId }: LinkOwner,
  link: { kind: LinkKind; request: SessionRequest; code: string; linkId?: string },
  config: Pick<Config, 'checkoutUrl'>,
): SessionOpening {
  const { kind, request, code, linkId } = link;
  const linkAddress = { url: linkUrl(code, config) };
  const hasOwnPage = request.session?.returnUrl?.url !== undefined;
  const session = { ...request.session } as NonNullable<SessionRequest['session']>;
  return {
    companyId,
    merchantId,
    installationId,
    kind,
    createdVia: 'gateway',
    request: {
      ...request,
      session: {
        ...session,
        returnUrl: hasOwnPage ? session.returnUrl : linkAddress,
        cancelUrl: session.cancelUrl ?? linkAddress,
      },
      features: {
        ...request.features,
        showResultsPage: hasOwnPage ? request.features?.showResultsPage : true,
      },
    } as SessionRequest,
    ...(linkId === undefined ? {} : { linkId }),
  };
}
