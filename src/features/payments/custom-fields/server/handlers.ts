import { problems } from '#shared/problem.ts';
import { actorOf } from '#server/audit/actor.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import type { OrganisationResource } from '#server/auth/authorized-resource.ts';
import { Reply, handle } from '#server/handler.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { loadCompanyFields } from './custom-field-table.ts';
import {
  changeCustomField as change,
  createCustomField as create,
  hideCustomField as hide,
} from './manage-custom-field.ts';

/** Custom fields belong to the company. Organisations above companies have none. */
export const getCustomFieldMappings = handle(
  endpoints.getCustomFieldMappings,
  schemas.getCustomFieldMappings,
  ({ sql, resource }) => sql<{ storedName: string; displayName: string }[]>`
    select stored_name, display_name
    from custom_field where company_id = ${resource.companyId} and in_reporting and not hidden
    order by display_name, stored_name`,
);

interface Row {
  descriptiveName: string;
  dataType: string;
  index: number;
  caseSensitiveOption: boolean;
}

export const getRuleCustomFields = handle(
  endpoints.getRuleCustomFields,
  schemas.getRuleCustomFields,
  ({ sql, resource }) => sql<Row[]>`
    select descriptive_name, data_type, field_index as index,
           case_sensitive as case_sensitive_option
    from custom_field where company_id = ${resource.companyId} and in_rules and not hidden
    order by descriptive_name`,
);

export const listCustomFields = handle(
  endpoints.listCustomFields,
  schemas.listCustomFields,
  async ({ sql, caller, resource }) => {
    const { companyId, path } = resource;
    if (companyId === null) return { items: [], mayChange: false };
    return { items: await loadCompanyFields(sql, companyId), mayChange: mayChange(caller, companyId, path) };
  },
);

export const createCustomField = handle(
  endpoints.createCustomField,
  schemas.createCustomField,
  async (ctx) => new Reply(201, await create(ctx.sql, actorOf(ctx), readCompanyId(ctx), ctx.body)),
);

export const changeCustomField = handle(endpoints.changeCustomField, schemas.changeCustomField, (ctx) =>
  change(ctx.sql, actorOf(ctx), readCompanyId(ctx), { name: ctx.path.name, ...ctx.body }),
);

export const hideCustomField = handle(endpoints.hideCustomField, schemas.hideCustomField, async (ctx) => {
  await hide(ctx.sql, actorOf(ctx), readCompanyId(ctx), ctx.path.name);
  return undefined;
});

/** The company whose fields change. Throws 403 unless the caller manages the whole company. */
function readCompanyId({ caller, resource }: { caller: Caller; resource: OrganisationResource }): number {
  const { companyId, path } = resource;
  if (companyId === null || !mayChange(caller, companyId, path)) throw problems.forbidden();
  return companyId;
}

function mayChange(caller: Caller, companyId: number, path: string): boolean {
  const company = path.slice(0, `${path}/`.indexOf(`/${companyId}/`) + `/${companyId}`.length);
  return mayOn(caller, 'P_MANAGE_ORGANISATION', company);
}
