import { scopeCondition } from '#features/record/reporting/server/merchant-scope.ts';
import { handle } from '#server/handler.ts';
import { listExpiring as endpoint } from '../endpoints.ts';
import { listExpiring as schemas } from '../schemas.ts';
import { activityScope } from './activity-scope.ts';
import { expiringSoon } from './list-needs.ts';
import { type PanelRow, panelLimit, toPage } from './panel-page.ts';

/** The authorisations that `listNeeds` counts. */
export const listExpiring = handle(endpoint, schemas, async ({ sql, services, caller, body, now }) => {
  const scope = await activityScope(services, caller, body.orgIds);
  const after =
    body.before === undefined
      ? sql``
      : sql`and (p.expires_at, p.root_id) > (
            select expires_at, root_id from payment where root_id = ${Number(body.before)} and ${scopeCondition(sql, scope)})`;
  return toPage(
    await sql<PanelRow[]>`
        select t.txn_id, p.expires_at as at, t.txn_type as type, p.authorised_minor as minor, t.ccy_code as currency,
               t.merch_ref as reference
        from (
          select p.root_id, p.company_id, p.expires_at, p.authorised_minor
          from payment p where ${expiringSoon(sql, scope, now)} ${after}
          order by p.expires_at, p.root_id limit ${panelLimit}
        ) as p join txn t on t.txn_id = p.root_id and t.company_id = p.company_id
        order by p.expires_at, p.root_id`,
  );
});
