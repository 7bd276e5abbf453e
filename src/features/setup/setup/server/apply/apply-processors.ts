import * as z from 'zod/mini';
import type { Database } from '#database/connection.ts';
import { withRollBack } from '#database/roll-back.ts';
import { inTenant } from '#database/tenant.ts';
import { type ApplyError, schemaErrors } from './apply-error.ts';
import { ApplyRun, type RunEnvironment } from './apply-run.ts';
import { Plan } from './plan.ts';
import { connections, operatorId } from './sections/connections.ts';
import { routes } from './sections/routes.ts';

/** The file of the operator's own connections, and of the routes after all others. */
const processorsFile = z.strictObject({
  $schema: z.optional(z.string()),
  version: z.literal(1),
  connections: z.optional(connections.schema),
  /** Once, with `at: "operator"`. */
  routes: z.optional(routes.schema),
});
type ProcessorsFile = z.output<typeof processorsFile>;

/** The parsed file, or its mistakes. */
export function parseProcessorsFile(json: unknown): { file: ProcessorsFile } | { errors: ApplyError[] } {
  const parsed = z.safeParse(processorsFile, json);
  return parsed.success ? { file: parsed.data } : { errors: schemaErrors(parsed.error) };
}

/** Makes the operator's connections and routes match the file, in one transaction. Throws ApplyError for a mistake. */
export async function applyProcessors(
  database: Database,
  environment: RunEnvironment,
  file: ProcessorsFile,
  { operator, now, isPlanOnly }: { operator: string; now: Date; isPlanOnly: boolean },
): Promise<Plan> {
  const by = {
    at: now,
    actorKind: 'system' as const,
    actor: `admin-cli:${operator}`,
    ip: '',
    requestId: '',
  };
  const plan = new Plan();
  const work = (rollBack: (value: undefined) => never) =>
    inTenant(database, 'all-tenants', async (sql) => {
      await sql`select pg_advisory_xact_lock(hashtext('apply company'))`;
      const run = new ApplyRun({
        sql,
        by,
        environment,
        plan,
        companyId: operatorId,
        companyKey: 'operator',
        isPruning: false,
        isPlanOnly,
      });
      if (file.connections) await connections.apply(run, file.connections);
      if (file.routes) await routes.apply(run, file.routes);
      if (isPlanOnly) rollBack(undefined);
    });
  await withRollBack<undefined | void>(work);
  return plan;
}
