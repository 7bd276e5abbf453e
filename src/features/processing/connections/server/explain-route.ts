import { handle } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { parseAmount } from '#shared/money.ts';
import { problems } from '#shared/problem.ts';
import { explainRoute as endpoint } from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import type { ExplainedRoute } from '../schemas.ts';
import { isAccountMisfit } from './choose-route.ts';
import { listRoutesFor } from './db/route-table.ts';

/** Which route a payment would take. It reads the setup that payments use, at most a second old. */
export const explainRoute = handle<typeof endpoint, Services>(
  endpoint,
  schemas.explainRoute,
  async ({ sql, services, resource, body }) => {
    const { currency, scheme, kind, channel, mode } = body;
    const amount = parseAmount(body.amount.trim(), currency);
    if (!amount.ok) throw problems.invalid('body.amount');
    const [, path] = resource.paths;
    const { installationId } = resource;
    const setup = await services.processors.current();
    const facts = { installationId, path, amountMinor: amount.value, currency, scheme, kind, channel, mode };
    const routes = new Map((await listRoutesFor(sql, path)).map((route) => [route.routeId, route]));
    const steps = setup.explain(facts).flatMap(({ routeId, share, misfits }) => {
      const route = routes.get(routeId);
      if (!route) return [];
      const {
        organisationId,
        organisationName,
        position,
        connectionId,
        connectionName,
        mode: itsMode,
      } = route;
      const named = { routeId, organisationId, organisationName, position, connectionId, connectionName };
      return [{ ...named, mode: itsMode, share, misfits }];
    });
    return { steps, ...decide(steps) };
  },
);

/** Which of the steps take such payments, and how many percent of them each. */
export function decide(steps: ExplainedRoute['steps']): Pick<ExplainedRoute, 'chosen' | 'code'> {
  const up = steps.filter(({ misfits }) => misfits.length === 0);
  const down = steps.filter(({ misfits }) => misfits.length === 1 && misfits[0] === 'down');
  const chosen: ExplainedRoute['chosen'] = [];
  let left = 100;
  // A connection that is down is tried only where no other one fits.
  for (const { routeId, share } of [...up, ...down]) {
    const percent = (left * share) / 100;
    if (percent === 0) continue;
    chosen.push({ routeId, percent: Math.round(percent * 10) / 10 });
    left -= percent;
  }
  const isUnfit = steps.some(
    ({ misfits }) => misfits.length > 0 && misfits.every((one) => isAccountMisfit(one)),
  );
  const code = chosen.length > 0 ? null : isUnfit ? 'A102' : 'X201';
  return { chosen, code };
}
