import { handle } from '#server/handler.ts';
import { listGroupMappings as endpoint } from '../endpoints.ts';
import { listGroupMappings as schemas } from '../schemas.ts';
import { listMappings } from './db/scim-group-role.ts';
import { settingsCompany } from './settings-company.ts';

export const listGroupMappings = handle(endpoint, schemas, async (ctx) => {
  const { companyId } = await settingsCompany(ctx);
  const { offset = 0, pageSize = 25 } = ctx.query;
  return listMappings(ctx.sql, companyId, { offset, pageSize });
});
