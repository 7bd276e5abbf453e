import { covers } from '#shared/org-path.ts';
import type { Permission } from '#shared/permissions.ts';
import { reaches } from '#shared/scoped-permission.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import { handle } from '#server/handler.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { type SetupStep, setupSteps } from '../schemas.ts';
import { type SetupState, findHolders, readSetupState } from './setup-state.ts';

const requiredPermissions: Readonly<Record<SetupStep['id'], Permission>> = {
  company: 'P_MANAGE_ORGANISATION',
  merchant: 'P_MANAGE_ORGANISATION',
  installation: 'P_MANAGE_INSTALLATION',
  colleague: 'P_CREATE_PORTAL_USER',
  apiKey: 'P_MANAGE_API_KEYS',
  payment: 'P_NEW_PAYMENT',
};

/** The checklist of the company; above companies, of the provider. Users of a demo have none. */
export const getSetup = handle(
  endpoints.getSetup,
  schemas.getSetup,
  async ({ sql, caller, resource, services }) => {
    const { organisationId, companyId } = resource;
    const organisation = { organisationId: companyId ?? organisationId, companyId };
    if (services.config.demo !== 'none') return { ...organisation, steps: [] };
    const path = companyPath(resource.path, companyId);
    const state = await readSetupState(sql, path, caller.id);
    const steps = setupSteps.map((id) => ({
      id,
      ...stepProgress(state, id),
      mayDo: mayDo(caller, id, path),
    }));
    const missing = steps
      .filter(({ done, mayDo: may }) => !done && !may)
      .map(({ id }) => requiredPermissions[id]);
    const { domainUser } = caller;
    const holders =
      missing.length === 0 ? new Map() : await findHolders(sql, { path, permissions: missing, domainUser });
    return {
      ...organisation,
      companyId: state.companyId,
      steps: steps.map((step) => ({
        ...step,
        askName: step.done || step.mayDo ? null : (holders.get(requiredPermissions[step.id]) ?? null),
      })),
    };
  },
);

/** The path of the company that an organisation belongs to; its own above companies. */
function companyPath(path: string, companyId: number | null): string {
  if (companyId === null) return path;
  return path.slice(0, `${path}/`.indexOf(`/${companyId}/`) + `/${companyId}`.length);
}

function stepProgress(state: SetupState, id: SetupStep['id']): Pick<SetupStep, 'done' | 'name'> {
  const named = id === 'company' || id === 'merchant' || id === 'installation' ? state[id] : null;
  const done = {
    company: state.company !== null,
    merchant: state.merchant !== null,
    installation: state.installation !== null,
    colleague: state.hasColleague,
    apiKey: state.hasApiKey,
    payment: state.hasPayment,
  };
  return { done: done[id], name: named };
}

/** A merchant needs the permission on the whole company, other steps on a part of it. */
function mayDo(caller: Caller, id: SetupStep['id'], path: string): boolean {
  const name = requiredPermissions[id];
  if (id === 'company' || id === 'merchant') return mayOn(caller, name, `${path}/0`);
  return caller.held.some(
    (grant) => grant.name === name && (reaches(grant, path) || covers(path, grant.scope)),
  );
}
