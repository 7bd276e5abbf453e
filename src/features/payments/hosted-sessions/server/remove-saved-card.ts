import { inTenant } from '#database/tenant.ts';
import { removeCard } from '#features/payments/payments/server/db/cards.ts';
import type { PaymentServices } from '#features/payments/payments/server/payment-context.ts';
import { handlePublic } from '#server/handler.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { isOpen } from '../session-status.ts';
import { auditPayer } from './audit-payer.ts';
import { loadSession } from './session/page-session.ts';
import { findSavedCard, loadPageView } from './session/saved-cards.ts';

/** Repeatable: a card that was removed before is not there any more. */
export const removeSavedCard = handlePublic<typeof endpoints.removeSavedCard, PaymentServices>(
  endpoints.removeSavedCard,
  schemas.removeSavedCard,
  async (ctx) => {
    const session = await loadSession(ctx);
    const { services, request, body, now } = ctx;
    const { companyId, installationId } = session;
    if (isOpen(session, now)) {
      await inTenant(services.database, [companyId], async (sql) => {
        const card = await findSavedCard(sql, services, session, body.id);
        if (!card.ok) return;
        const { token, customerId } = card.value;
        const removed = await removeCard(sql, { companyId, token, customerId }, now);
        if (!removed) return;
        await auditPayer(
          sql,
          { session, request, now },
          {
            act: 'removeCustomerCard',
            objectKind: 'installation',
            objectId: String(installationId),
            detail: { card: removed.masked, customer: String(customerId) },
          },
        );
      });
    }
    return loadPageView(services, session, now);
  },
);
