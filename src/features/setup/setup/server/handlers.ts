import { covers } from '#shared/org-path.ts';
import type { Permission } from '#shared/permissions.ts';
import { reaches } from '#shared/scoped-permission.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import { problems } from '#shared/problem.ts';
import { actorOf } from '#server/audit/actor.ts';
import { Reply, handle } from '#server/handler.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { type SetupStep, setupSteps } from '../schemas.ts';
import { hasActiveRoute } from '#features/processing/connections/server/db/route-table.ts';
import { createReadyCompany } from './create-company.ts';
import { type SetupState, findHolders, readSetupState } from './setup-state.ts';

const requiredPermissions: Readonly<Record<SetupStep['id'], Permission>> = {
  company: 'P_MANAGE_ORGANISATION',
  processor: 'P_MANAGE_PROCESSORS',
  installation: 'P_MANAGE_INSTALLATION',
  payment: 'P_NEW_PAYMENT',
  colleague: 'P_CREATE_PORTAL_USER',
  apiKey: 'P_MANAGE_API_KEYS',
};

/** The checklist of the company; above companies, of the provider. Users of a demo have none. */
export const getSetup = handle(
  endpoints.getSetup,
  schemas.getSetup,
  async ({ sql, caller, resource, services }) => {
    const { organisationId, companyId } = resource;
    const organisation = { organisationId: companyId ?? organisationId, companyId };
    if (services.config.demo !== 'none') return { ...organisation, hasMerchant: true, steps: [] };
    const path = companyPath(resource.path, companyId);
    const state = await readSetupState(sql, path, { callerId: caller.id, isProvider: companyId === null });
    const hasRoute = await hasActiveRoute(sql, path);
    const steps = remainingSteps(state, companyId, hasRoute).map((id) => ({
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
      hasMerchant: state.hasMerchant,
      steps: steps.map((step) => ({
        ...step,
        askName: step.done || step.mayDo ? null : (holders.get(requiredPermissions[step.id]) ?? null),
      })),
    };
  },
);

/** Providers create companies. A processor is a step while no route leads to one. An installation is a step of its own where the company was created without one. */
const remainingSteps = (state: SetupState, companyId: number | null, hasRoute: boolean): SetupStep['id'][] =>
  setupSteps.filter(
    (id) =>
      (id !== 'company' || companyId === null) &&
      (id !== 'processor' || !hasRoute) &&
      (id !== 'installation' || (state.company !== null && !state.hasInstallation)),
  );

export const createCompany = handle(endpoints.createCompany, schemas.createCompany, async (ctx) => {
  const { sql, caller, resource, body } = ctx;
  const below = `${resource.path}/0`;
  if (!mayOn(caller, 'P_MANAGE_ORGANISATION', below) || !mayOn(caller, 'P_MANAGE_INSTALLATION', below))
    throw problems.forbidden();
  const created = await createReadyCompany(sql, actorOf(ctx), { ...body, parentId: resource.organisationId });
  return new Reply(201, created);
});

/** The path of the company that an organisation belongs to; its own above companies. */
function companyPath(path: string, companyId: number | null): string {
  if (companyId === null) return path;
  return path.slice(0, `${path}/`.indexOf(`/${companyId}/`) + `/${companyId}`.length);
}

function stepProgress(state: SetupState, id: SetupStep['id']): Pick<SetupStep, 'done' | 'name'> {
  switch (id) {
    case 'company':
      return { done: state.company !== null, name: state.company };
    case 'processor':
    case 'installation':
      return { done: false, name: null };
    case 'payment':
      return { done: state.hasPayment, name: null };
    case 'colleague':
      return { done: state.hasColleague, name: state.hasColleague ? null : state.invited };
    case 'apiKey':
      return { done: state.hasApiKey, name: null };
  }
}

/** A company needs the permission on everything below the provider, other steps on a part of the company. */
function mayDo(caller: Caller, id: SetupStep['id'], path: string): boolean {
  const name = requiredPermissions[id];
  if (id === 'company') return mayOn(caller, name, `${path}/0`);
  return caller.held.some(
    (grant) => grant.name === name && (reaches(grant, path) || covers(path, grant.scope)),
  );
}

// The longer handler is in a separate file.
export { createFirstAdministrator } from './create-first-administrator.ts';
