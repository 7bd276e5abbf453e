import type { TenantSql } from '#database/tenant.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import { Problem } from '#shared/problem.ts';
import { buildOutcome, reasonText } from '#shared/payments/reason-codes.ts';
import { removeCard } from '#features/payments/payments/server/db/cards.ts';
import { findCustomer } from '#features/payments/payments/server/db/customers.ts';
import { respondOnce } from '#features/payments/payments/server/run-once.ts';
import { buildPaymentContext, sendReply } from '#features/payments/payments/server/payment-context.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import type { InstallationResource } from '#server/auth/authorized-resource.ts';
import { handle, handleWithoutTransaction } from '#server/handler.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { type CustomerCard, findCustomerCard, loadCustomerCards } from './customer-cards.ts';

export const readCustomer = handle(
  endpoints.readCustomer,
  schemas.readCustomer,
  async ({ sql, resource, path }) =>
    toCustomer(await requireCustomer(sql, resource, { id: path.customerId })),
);

export const readCustomerByRef = handle(
  endpoints.readCustomerByRef,
  schemas.readCustomerByRef,
  async ({ sql, resource, query }) => {
    if (!query.merchantRef) {
      const fieldError = { field: 'merchantRef', detail: 'missing' } as const;
      throw new Problem(400, 'V115', reasonText('V115'), { fieldError });
    }
    const { merchantRef } = query;
    const { companyId, merchantId } = resource;
    const found = await findCustomer(sql, companyId, merchantId, { merchantRef });
    // References of before were stored with what looked like a card number masked.
    return toCustomer(
      found ?? (await requireCustomer(sql, resource, { merchantRef: maskCardNumbers(merchantRef) })),
    );
  },
);

export const listCustomerCards = handle(
  endpoints.listCustomerCards,
  schemas.listCustomerCards,
  async ({ sql, resource, path }) => {
    const customer = await requireCustomer(sql, resource, { id: path.customerId });
    const cards = await loadCustomerCards(sql, resource.companyId, customer.id);
    return cards.map(toPaymentMethod);
  },
);

export const readCustomerCard = handle(
  endpoints.readCustomerCard,
  schemas.readCustomerCard,
  async ({ sql, resource, path }) => {
    const customer = await requireCustomer(sql, resource, { id: path.customerId });
    const card = await findCustomerCard(sql, resource.companyId, customer.id, path.cardToken);
    if (!card.ok) throw buildNotFound(card.code);
    return toPaymentMethod(card.value);
  },
);

/** A card that no payment was approved with yet can be removed too: its payment may still wait for 3-D Secure. */
export const removeCustomerCard = handleWithoutTransaction(
  endpoints.removeCustomerCard,
  schemas.removeCustomerCard,
  async (ctx) => {
    const { resource, path, caller, request, now } = ctx;
    const context = buildPaymentContext(ctx, endpoints.removeCustomerCard.name);
    const { companyId, installationId } = context;
    const remove = async (sql: TenantSql) => {
      const customer = await requireCustomer(sql, resource, { id: path.customerId });
      const removed = await removeCard(
        sql,
        { companyId, customerId: customer.id, token: path.cardToken },
        now,
      );
      if (!removed) {
        const card = await findCustomerCard(sql, companyId, customer.id, path.cardToken);
        throw buildNotFound(card.ok ? 'A109' : card.code);
      }
      await auditAction(sql, {
        by: { caller, request, now },
        companyId,
        organisationId: installationId,
        act: endpoints.removeCustomerCard.name,
        objectKind: 'installation',
        objectId: String(installationId),
        detail: { card: removed.masked, customer: String(customer.id) },
      });
      const { reasonCode, reasonMessage } = buildOutcome('S100');
      return { status: 200, body: { status: 'SUCCESS' as const, reasonCode, reasonMessage } };
    };
    return sendReply(await ctx.inTenant((sql) => respondOnce(sql, context, () => remove(sql))));
  },
);

/** The same 404 V117 for an unknown customer and for one of another merchant. */
async function requireCustomer(
  sql: TenantSql,
  { companyId, merchantId }: Pick<InstallationResource, 'companyId' | 'merchantId'>,
  by: { id: string } | { merchantRef: string },
) {
  const customer = await findCustomer(sql, companyId, merchantId, by);
  if (!customer) throw buildNotFound('V117');
  return customer;
}

const buildNotFound = (code: 'V117' | 'A109' | 'A123') => new Problem(404, code, reasonText(code));

const toCustomer = ({
  id,
  merchantRef,
  displayName,
  registered,
}: Awaited<ReturnType<typeof requireCustomer>>) => ({
  id: String(id),
  merchantRef: merchantRef ?? undefined,
  displayName: displayName ?? undefined,
  registered,
});

function toPaymentMethod({ registeredAt, ...card }: CustomerCard) {
  return {
    registered: true as const,
    paymentClass: 'CARD' as const,
    registeredTime: registeredAt.toISOString(),
    card: {
      ...card,
      validDate: card.validDate ?? undefined,
      issuer: card.issuer ?? undefined,
      issuerCountry: card.issuerCountry ?? undefined,
      cardHolderName: card.cardHolderName ?? undefined,
      cardNickname: card.cardNickname ?? undefined,
    },
  };
}
