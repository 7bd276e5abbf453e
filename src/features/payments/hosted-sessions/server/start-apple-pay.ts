import type { PaymentServices } from '#features/payments/payments/server/payment-context.ts';
import { handlePublic } from '#server/handler.ts';
import { problems } from '#shared/problem.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { isOpen } from '../session-status.ts';
import { findAppleConnection } from './session/page-wallets.ts';
import { loadSession } from './session/page-session.ts';

/** Names, domain and identifier are ours: the page chooses nothing of a session at Apple. */
export const startApplePay = handlePublic<typeof endpoints.startApplePay, PaymentServices>(
  endpoints.startApplePay,
  schemas.startApplePay,
  async (ctx) => {
    const session = await loadSession(ctx);
    const { services, now } = ctx;
    const connection = isOpen(session, now) ? await findAppleConnection(services, session) : undefined;
    if (!connection?.applePay) throw problems.notFound();
    const opened = await connection.applePay.open({
      merchantId: session.applePayMerchantId ?? '',
      displayName: session.merchantName,
      domain: new URL(services.config.checkoutUrl).hostname,
      account: connection.account,
    });
    if (opened.kind === 'opened') return { session: opened.session };
    const { installationId, sessionId } = session;
    const why = opened.kind === 'refused' ? opened.message : opened.why;
    services.log.warn({ installationId, sessionId, why }, 'no session could be opened at Apple');
    throw problems.busy();
  },
);
