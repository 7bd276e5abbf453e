import { handle } from '#server/handler.ts';
import { getRuleCustomFields as endpoint } from '../endpoints.ts';

interface Row {
  descriptiveName: string;
  dataType: string;
  index: number;
  caseSensitiveOption: boolean;
}

export const getRuleCustomFields = handle(
  endpoint,
  ({ sql, resource }) => sql<Row[]>`
    select descriptive_name, data_type, field_index as index,
           case_sensitive as case_sensitive_option
    from custom_field where company_id = ${resource.companyId ?? null} and in_rules
    order by descriptive_name`,
);
