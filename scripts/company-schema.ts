import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { companyJsonSchema } from '#features/setup/setup/server/apply/company-file.ts';

/** docs/company.schema.json, from the schemas of the endpoints. */
await writeFile(join(import.meta.dirname, '..', 'docs/company.schema.json'), companyJsonSchema());
