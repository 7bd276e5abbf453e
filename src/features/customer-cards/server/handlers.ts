import { Problem } from '#shared/problem.ts';
import { reasonText } from '#features/payments/reason-codes.ts';
import { findCustomer } from '#features/payments/server/db/customers.ts';
import { handle } from '#server/handler.ts';
import { buildOutcome } from '#features/payments/payment-response.ts';
import { removeCard } from '#features/payments/server/db/cards.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';

/** Usable cards, the default first. Another merchant's customer is unknown (V117). */
export const listCustomerCards = handle(
  endpoints.listCustomerCards,
  schemas.listCustomerCards,
  async ({ sql, resource, query }) => {
    const { id, merchantRef } = query;
    if (id !== undefined && merchantRef !== undefined) throw rejection('V116');
    if (id === undefined && merchantRef === undefined) throw rejection('V115');
    const { companyId, merchantId } = resource;
    const customer = await findCustomer(sql, companyId ?? 0, merchantId ?? 0, query);
    if (!customer) throw rejection('V117');
    const rows = await sql<CardRow[]>`
    select token as card_token, fingerprint as card_fingerprint, card_type,
           card_scheme, masked_pan, expiry_date,
           holder_name as card_holder_name, nickname as card_nickname, is_default as default_card,
           created_at as at
    from card_token
    where company_id = ${companyId ?? 0} and customer_id = ${customer.id} and registered
      and credential is not null and deleted_at is null
    order by is_default desc, created_at, token`;
    return {
      customer: {
        id: String(customer.id),
        ...(customer.merchantRef === null ? {} : { merchantRef: customer.merchantRef }),
        ...(customer.displayName === null ? {} : { displayName: customer.displayName }),
      },
      cards: rows.map(({ at, ...card }) => ({ ...card, registeredTime: at.toISOString() })),
    };
  },
);

interface CardRow {
  cardToken: string;
  cardFingerprint: string;
  cardType: string;
  cardScheme: string;
  maskedPan: string;
  expiryDate: string;
  cardHolderName: string | null;
  cardNickname: string | null;
  defaultCard: boolean;
  at: Date;
}

const rejection = (code: 'V115' | 'V116' | 'V117') => new Problem(400, code, reasonText(code));

export const removeCustomerCard = handle(
  endpoints.removeCustomerCard,
  schemas.removeCustomerCard,
  async ({ sql, resource, path, caller, request, now }) => {
    const { companyId, merchantId, installationId } = resource;
    const removed = await removeCard(
      sql,
      { companyId: companyId ?? 0, merchantId: merchantId ?? 0, token: path.cardToken },
      now,
    );
    if (!removed) throw new Problem(404, 'A109', reasonText('A109'));
    await auditAction(sql, {
      by: { caller, request, now },
      companyId,
      organisationId: installationId,
      act: endpoints.removeCustomerCard.name,
      objectKind: 'installation',
      objectId: String(installationId),
      detail: { card: removed.masked },
    });
    const { reasonCode, reasonMessage } = buildOutcome('S100');
    return { status: 'SUCCESS' as const, reasonCode, reasonMessage };
  },
);
