import * as z from 'zod/mini';
import { createRoute as routeCall, type RouteContent } from '#features/processing/connections/schemas.ts';
import { findNamed } from '#features/processing/connections/server/db/connection-table.ts';
import { listOwnRoutes } from '#features/processing/connections/server/db/route-table.ts';
import {
  createRouteBy,
  deleteRouteBy,
  describeRoute,
  orderRoutesBy,
} from '#features/processing/connections/server/manage-routes.ts';
import { ApplyError, atPointer } from '../apply-error.ts';
import type { ApplyRun } from '../apply-run.ts';
import { collectNames, defineSection, keySchema } from '../section.ts';
import { connectionKind, operatorId } from './connections.ts';

const { currencies, schemes, kinds, channels, minAmount, maxAmount, share } = routeCall.body.shape;

const schema = z
  .array(
    z.strictObject({
      /** The key of the company, a branch or a merchant. */
      at: keySchema,
      /** In their order. They replace all routes of the organisation. */
      routes: z
        .array(
          z.strictObject({
            /** The key of a connection of the file, or the name of one of the provider's or operator's. */
            connection: z.union([keySchema, z.strictObject({ shared: z.string().check(z.maxLength(100)) })]),
            currencies: z.optional(currencies),
            schemes: z.optional(schemes),
            kinds: z.optional(kinds),
            channels: z.optional(channels),
            minAmount: z.optional(minAmount),
            maxAmount: z.optional(maxAmount),
            share: z.optional(share),
          }),
        )
        .check(z.maxLength(100)),
    }),
  )
  .check(z.maxLength(1000));
type Given = z.output<typeof schema>[number];

/** Which payments go where. */
export const routes = defineSection({
  name: 'routes',
  schema,
  async apply(run, input) {
    collectNames(
      'routes',
      input.map(({ at }) => at),
      'at',
    );
    for (const [index, entry] of input.entries()) await applyOne(run, entry, `/routes/${index}`);
  },
});

/** Routes that stay keep their ids, so that shares of payments stay the same. */
async function applyOne(run: ApplyRun, { at, routes: given }: Given, pointer: string): Promise<void> {
  const { sql, by, plan } = run;
  const owner = await loadOwner(run, at, `${pointer}/at`);
  const before = await listOwnRoutes(sql, owner.organisationId);
  plan.read(
    'routes',
    at,
    before.map(({ routeId, version }) => [routeId, version]),
  );
  const left = [...before];
  const order: number[] = [];
  let added = 0;
  for (const [index, entry] of given.entries()) {
    const place = `${pointer}/routes/${index}`;
    const content = await readContent(run, owner, entry, place);
    const same = left.findIndex((row) => canonical(describeRoute(row)) === canonical(content));
    const [kept] = same === -1 ? [] : left.splice(same, 1);
    if (kept === undefined) added += 1;
    order.push(kept?.routeId ?? (await atPointer(place, () => createRouteBy(sql, by, owner, content))));
  }
  for (const { routeId } of left) await deleteRouteBy(sql, by, owner, routeId);
  const now = (await listOwnRoutes(sql, owner.organisationId)).map(({ routeId }) => routeId);
  const isMoved = now.some((routeId, index) => routeId !== order[index]);
  if (isMoved) await orderRoutesBy(sql, by, owner, order);
  if (added + left.length > 0 || isMoved)
    plan.change('routes', at, `${added} added, ${left.length} removed${isMoved ? ', another order' : ''}`);
}

async function loadOwner(run: ApplyRun, at: string, pointer: string) {
  if (run.companyId === operatorId) return { organisationId: null, path: '', companyId: null };
  const organisationId = await run.resolveOrganisation(at, pointer);
  const [row] = await run.sql<{ path: string }[]>`select path from organisation where id = ${organisationId}`;
  if (!row) throw new ApplyError(pointer, 'unknown');
  return { organisationId, path: row.path, companyId: run.companyId };
}

async function readContent(
  run: ApplyRun,
  { path, companyId }: { path: string; companyId: number | null },
  { connection, ...route }: Given['routes'][number],
  pointer: string,
): Promise<RouteContent> {
  const place = `${pointer}/connection`;
  const connectionId =
    typeof connection === 'string'
      ? await run.resolveKey(connectionKind, connection, place)
      : await findNamed(run.sql, connection.shared, { path, companyId });
  if (connectionId === undefined) throw new ApplyError(place, 'no connection that may be used has this name');
  return {
    connectionId,
    currencies: route.currencies ?? [],
    schemes: route.schemes ?? [],
    kinds: route.kinds ?? [],
    channels: route.channels ?? [],
    minAmount: route.minAmount ?? null,
    maxAmount: route.maxAmount ?? null,
    share: route.share ?? 100,
  };
}

/** Equal for equal routes: lists in any order, amounts with or without decimals. */
const canonical = ({ minAmount: min, maxAmount: max, ...route }: RouteContent): string =>
  JSON.stringify([
    route.connectionId,
    ...[route.currencies, route.schemes, route.kinds, route.channels].map((list) => [...list].toSorted()),
    [min, max].map((amount) => (amount === null ? null : Number(amount))),
    route.share,
  ]);
