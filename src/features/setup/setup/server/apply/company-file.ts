import * as z from 'zod/mini';
import { type ApplyError, schemaErrors } from './apply-error.ts';
import { companySchema } from './sections/company.ts';
import { sections } from './sections.ts';

/** The file, from the schemas of the endpoints. It accepts no other properties. */
const companyFile = z.strictObject({
  /** For editors. */
  $schema: z.optional(z.string()),
  version: z.literal(1),
  company: companySchema,
  ...(Object.fromEntries(sections.map(({ name, schema }) => [name, z.optional(schema)])) as Record<
    string,
    z.ZodMiniOptional<z.ZodMiniType>
  >),
});
export type CompanyFile = z.output<typeof companyFile>;

/** The parsed file, or its mistakes. */
export function parseCompanyFile(json: unknown): { file: CompanyFile } | { errors: ApplyError[] } {
  const parsed = z.safeParse(companyFile, json);
  return parsed.success ? { file: parsed.data } : { errors: schemaErrors(parsed.error) };
}

/** docs/company.schema.json. */
export function companyJsonSchema(): string {
  const { $schema, ...rest } = z.toJSONSchema(companyFile, { io: 'input', unrepresentable: 'any' });
  return `${JSON.stringify({ $schema, title: 'A company of Countinghouse', ...rest }, undefined, 2)}\n`;
}
