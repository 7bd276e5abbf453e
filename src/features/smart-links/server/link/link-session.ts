import type { SessionRequest } from '#features/hosted-sessions/session-request.ts';
import type { SessionOpening } from '#features/hosted-sessions/server/session/open-session.ts';
import type { Config } from '#server/config.ts';
import type { LinkKind } from './validate-link.ts';

/** The address that customers get. */
export const linkUrl = (code: string, { checkoutUrl }: Pick<Config, 'checkoutUrl'>): string =>
  `${checkoutUrl}/a/${code}`;

export interface LinkPlace {
  companyId: number;
  merchantId: number;
  installationId: number;
}

/** What a session of the link is opened with: without an address of the merchant's, payers come back to the link. */
export function buildSessionOpening(
  { companyId, merchantId, installationId }: LinkPlace,
  link: { kind: LinkKind; request: SessionRequest; code: string; linkId?: string },
  config: Pick<Config, 'checkoutUrl'>,
): SessionOpening {
  const { kind, request, code, linkId } = link;
  const home = { url: linkUrl(code, config) };
  const hasOwnPage = request.session?.returnUrl?.url !== undefined;
  const session = { ...request.session } as NonNullable<SessionRequest['session']>;
  return {
    companyId,
    merchantId,
    installationId,
    kind,
    madeBy: 'gateway',
    request: {
      ...request,
      session: {
        ...session,
        returnUrl: hasOwnPage ? session.returnUrl : home,
        cancelUrl: session.cancelUrl ?? home,
      },
      features: {
        ...request.features,
        showResultsPage: hasOwnPage ? request.features?.showResultsPage : true,
      },
    } as SessionRequest,
    ...(linkId === undefined ? {} : { linkId }),
  };
}
