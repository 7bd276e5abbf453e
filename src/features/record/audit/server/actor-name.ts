import type { Fragment } from '#database/driver/compose.ts';
import type { TenantSql } from '#database/tenant.ts';

/** Who acted in the audit event `e`: the name of the user or of the API key, else the actor itself. */
export const actorName = (sql: TenantSql): Fragment => sql`
  coalesce(
    case e.actor_kind
      when 'user' then (select u.given_name || ' ' || u.family_name from app_user u where u.user_id = e.actor::uuid)
      when 'api' then (select k.name from api_credential k where k.api_id = e.actor and k.company_id = e.company_id)
    end,
    e.actor)`;
