import { Problem } from '#shared/problem.ts';
import { reasonText } from '#features/payments/reason-codes.ts';
import { customerNamed } from '#features/payments/server/pipeline/store/card-lookup.ts';
import { handle } from '#server/handler.ts';
import { listCustomerCards as endpoint } from '../endpoints.ts';

/** Cards that can be used, the default first; others' customers are as good as none. */
export const listCustomerCards = handle(endpoint, async ({ sql, resource, query }) => {
  const { id, merchantRef } = query;
  if (id !== undefined && merchantRef !== undefined) throw refused('V116');
  if (id === undefined && merchantRef === undefined) throw refused('V115');
  const { companyId, merchantId } = resource;
  const customer = await customerNamed(sql, companyId ?? 0, merchantId ?? 0, query);
  if (!customer) throw refused('V117');
  const rows = await sql<Row[]>`
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
});

interface Row {
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

const refused = (code: 'V115' | 'V116' | 'V117') => new Problem(400, code, reasonText(code));
