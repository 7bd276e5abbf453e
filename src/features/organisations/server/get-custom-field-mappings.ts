import { handle } from '#server/handler.ts';
import { getCustomFieldMappings as endpoint } from '../endpoints.ts';

/** Custom fields belong to the company; above companies there are none. */
export const getCustomFieldMappings = handle(
  endpoint,
  ({ sql, resource }) => sql<{ storedName: string; displayName: string }[]>`
    select stored_name, display_name
    from custom_field where company_id = ${resource.companyId ?? null} and in_reporting
    order by display_name, stored_name`,
);
