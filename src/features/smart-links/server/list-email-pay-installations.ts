import { handle } from '#server/handler.ts';
import { listEmailPayInstallations as call } from '../calls.ts';
import { linkCurrencies } from '../link-rules.ts';
import { installationsInSight } from './link/installations-in-sight.ts';

/** Only those that process at least one of the currencies of links. */
export const listEmailPayInstallations = handle(call, async ({ sql, caller, subject }) => {
  const inSight = await installationsInSight(sql, caller, subject.paths[0] ?? '');
  return inSight
    .map((one) => ({ ...one, currencies: linkCurrencies.filter((code) => one.currencies.includes(code)) }))
    .filter(({ currencies }) => currencies.length > 0);
});
