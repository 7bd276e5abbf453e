import { problems } from '#shared/problem.ts';
import { actorOf } from '#server/audit/actor.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import { Reply, handle, handleWithoutTransaction } from '#server/handler.ts';
import type { TenantSql } from '#database/tenant.ts';
import { deactivate, setActive } from '#features/company/organisations/server/manage-organisation.ts';
import { readOrganisation } from '#features/company/organisations/server/organisation-table.ts';
import { countActiveSchedules } from '#features/payments/schedules/server/act-on-schedule.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import type { InstallationSettings } from '../schemas.ts';
import { listInstallations as list, loadMerchantChoices, readInstallation } from './installation-table.ts';
import { changeInstallation as change, createInstallation as create } from './manage-installation.ts';

export const listInstallations = handle(
  endpoints.listInstallations,
  schemas.listInstallations,
  ({ sql, caller, resource, query }) => {
    const { text = '', offset = 0, pageSize = 25 } = query;
    return list(sql, caller, { path: resource.path, text: text.trim(), offset, pageSize });
  },
);

export const listMerchantChoices = handle(
  endpoints.listMerchantChoices,
  schemas.listMerchantChoices,
  ({ sql, caller, resource }) => loadMerchantChoices(sql, caller, resource.path),
);

export const getInstallation = handle(
  endpoints.getInstallation,
  schemas.getInstallation,
  ({ sql, caller, resource }) => view(sql, caller, resource.installationId),
);

export const createInstallation = handle(
  endpoints.createInstallation,
  schemas.createInstallation,
  async (ctx) => {
    const { sql, caller, resource, body } = ctx;
    const id = await create(sql, actorOf(ctx), resource.organisationId, body);
    return new Reply(201, await view(sql, caller, id));
  },
);

export const changeInstallation = handle(
  endpoints.changeInstallation,
  schemas.changeInstallation,
  async (ctx) => {
    const { sql, caller, resource, body } = ctx;
    const { installationId } = resource;
    await change(sql, actorOf(ctx), installationId, body);
    return view(sql, caller, installationId);
  },
);

export const getInstallationDeactivation = handle(
  endpoints.getInstallationDeactivation,
  schemas.getInstallationDeactivation,
  async ({ sql, resource }) => ({ schedules: await countActiveSchedules(sql, resource.paths[1]) }),
);

export const deactivateInstallation = handleWithoutTransaction(
  endpoints.deactivateInstallation,
  schemas.deactivateInstallation,
  (ctx) =>
    deactivate(ctx.inTenant, actorOf(ctx), {
      id: ctx.resource.installationId,
      path: ctx.resource.paths[1],
    }),
);

export const reactivateInstallation = handle(
  endpoints.reactivateInstallation,
  schemas.reactivateInstallation,
  async (ctx) => {
    const { sql, caller, resource } = ctx;
    const { installationId } = resource;
    await setActive(sql, actorOf(ctx), { id: installationId, isActive: true });
    return view(sql, caller, installationId);
  },
);

/** The settings as the caller may see them. */
async function view(sql: TenantSql, caller: Caller, id: number): Promise<InstallationSettings> {
  const stored = await readInstallation(sql, id);
  if (!stored) throw problems.notFound();
  const { companyId: _company, controlsVersion: _controls, ...settings } = stored;
  const { path } = await readOrganisation(sql, id);
  const merchantPath = path.slice(0, path.lastIndexOf('/'));
  const mayChange = [path, merchantPath].some((orgPath) => mayOn(caller, 'P_MANAGE_INSTALLATION', orgPath));
  return { ...settings, mayChange };
}
