import type { TenantSql } from '#database/tenant.ts';
import { cardField } from '../../list-item-rules.ts';

/** Gives a card on lists, and in their history, its new id. */
export async function replaceOnLists(
  sql: TenantSql,
  { companyId, from, to }: { companyId: number; from: string; to: string },
): Promise<void> {
  const isOfCard = sql`match_value = ${from}
    and list_id in (select list_id from fraud_list where company_id = ${companyId} and data_field = ${cardField})`;
  // A list that has both: an item was added under the earlier id after the card had got its new one.
  await sql`
    with gone as (
      delete from fraud_list_item i where i.company_id = ${companyId} and ${isOfCard} and exists (
        select from fraud_list_item other
        where other.company_id = ${companyId} and other.list_id = i.list_id and other.match_value = ${to})
      returning list_id
    )
    update fraud_list l set item_count = item_count - 1 from gone
    where l.company_id = ${companyId} and l.list_id = gone.list_id`;
  await sql`update fraud_list_item set value = ${to}, match_value = ${to} where company_id = ${companyId} and ${isOfCard}`;
  await sql`update fraud_list_history set value = ${to}, match_value = ${to} where company_id = ${companyId} and ${isOfCard}`;
}
