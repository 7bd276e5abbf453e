import { isDeepStrictEqual } from 'node:util';
import { problems } from '#shared/problem.ts';
import { handle } from '#server/handler.ts';
import { mayOn } from '#server/auth/caller.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { loadControls, writeControls } from './risk-controls-table.ts';
import { type RiskControls, findContradiction, velocityTypes } from '../risk-controls.ts';

/** Installations by merchant, sorted by name, where the caller may view or edit risk controls. */
export const getInstallationList = handle(
  endpoints.getInstallationList,
  schemas.getInstallationList,
  async ({ sql, resource, caller }) => {
    const { path } = resource;
    const rows = await sql<
      { id: number; name: string; merchant: string; path: string; merchantPath: string }[]
    >`
      select i.installation_id as id, o.name, m.name as merchant, o.path, m.path as merchant_path
      from installation i
      join organisation o on o.id = i.installation_id
      join organisation m on m.id = i.merchant_id
      where o.path = ${path} or (o.path > ${path} || '/' and o.path < ${path} || '0')
      order by m.name, o.name, i.installation_id`;
    const list = new Map<string, { installationId: number; installationName: string; mayEdit: boolean }[]>();
    for (const { id, name, merchant, ...paths } of rows) {
      const isAllowed = (permission: 'P_VIEW_RISK_CONTROLS' | 'P_EDIT_RISK_CONTROLS') =>
        mayOn(caller, permission, paths.path) || mayOn(caller, permission, paths.merchantPath);
      const mayEdit = isAllowed('P_EDIT_RISK_CONTROLS');
      if (!mayEdit && !isAllowed('P_VIEW_RISK_CONTROLS')) continue;
      const installations = list.get(merchant) ?? [];
      installations.push({ installationId: id, installationName: name, mayEdit });
      list.set(merchant, installations);
    }
    return Object.fromEntries(list);
  },
);

export const getRiskControls = handle(
  endpoints.getRiskControls,
  schemas.getRiskControls,
  ({ sql, resource }) => loadControls(sql, resource.companyId, resource.installationId),
);

/** Replaces all controls of the version that was read. An unchanged request writes nothing. */
export const saveRiskControls = handle(
  endpoints.saveRiskControls,
  schemas.saveRiskControls,
  async ({ sql, resource, body, caller, request, now }) => {
    const { version, ...controls } = body;
    const invalidField = findContradiction(controls);
    if (invalidField) throw problems.invalid(`body.${invalidField}`);
    const installation = {
      companyId: resource.companyId,
      installationId: resource.installationId,
    };
    const { version: currentVersion, ...before } = await loadControls(
      sql,
      installation.companyId,
      installation.installationId,
      true,
    );
    if (version !== undefined && version !== currentVersion)
      throw problems.versionConflict('RISK_CONTROLS_CHANGED');
    const after = sortRules(controls);
    if (isDeepStrictEqual(before, after)) return { ...before, version: currentVersion };
    if (!(await writeControls(sql, installation, after, currentVersion, now)))
      throw problems.versionConflict('RISK_CONTROLS_CHANGED');
    await auditAction(sql, {
      by: { caller, request, now },
      companyId: installation.companyId,
      organisationId: installation.installationId,
      act: endpoints.saveRiskControls.name,
      objectKind: 'installation',
      objectId: String(installation.installationId),
      before,
      after,
    });
    return { ...after, version: currentVersion + 1 };
  },
);

/** Sorts the rules, so that equal controls compare equal. */
function sortRules(controls: RiskControls): RiskControls {
  const rankOf = (rule: RiskControls['velocityRules'][number]) => velocityTypes.indexOf(rule.type);
  return { ...controls, velocityRules: controls.velocityRules.toSorted((a, b) => rankOf(a) - rankOf(b)) };
}
