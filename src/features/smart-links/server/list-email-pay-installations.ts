import { handle } from '#server/handler.ts';
import { listEmailPayInstallations as endpoint } from '../endpoints.ts';
import { linkCurrencies } from '../link-rules.ts';
import { visibleInstallations } from './link/visible-installations.ts';

/** Only those that process at least one of the currencies of links. */
export const listEmailPayInstallations = handle(endpoint, async ({ sql, caller, resource }) => {
  const inSight = await visibleInstallations(sql, caller, resource.paths[0] ?? '');
  return inSight
    .map((one) => ({ ...one, currencies: linkCurrencies.filter((code) => one.currencies.includes(code)) }))
    .filter(({ currencies }) => currencies.length > 0);
});
