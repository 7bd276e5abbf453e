import { isDeepStrictEqual } from 'node:util';
import { Problem, problems } from '#shared/problem.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { handle } from '#server/handler.ts';
import { saveRiskControls as endpoint } from '../endpoints.ts';
import { type RiskControls, contradictionIn, velocityTypes } from '../risk-controls.ts';
import { storedControls, writeControls } from './controls-store.ts';

const changedMeanwhile = () => new Problem(412, 'RISK_CONTROLS_CHANGED', 'version_conflict');

/** All of the controls at once, of the version that was read; what does not change is not written. */
export const saveRiskControls = handle(endpoint, async ({ sql, resource, body, caller, request, now }) => {
  const { version, ...controls } = body;
  const wrong = contradictionIn(controls);
  if (wrong) throw problems.invalid(`body.${wrong}`);
  const place = { companyId: resource.companyId ?? 0, installationId: resource.installationId ?? 0 };
  const { version: known, ...before } = await storedControls(
    sql,
    place.companyId,
    place.installationId,
    true,
  );
  if (version !== undefined && version !== known) throw changedMeanwhile();
  const after = inOrder(controls);
  if (isDeepStrictEqual(before, after)) return { ...before, version: known };
  if (!(await writeControls(sql, place, after, known, now))) throw changedMeanwhile();
  await auditAction(sql, {
    by: { caller, request, now },
    companyId: place.companyId,
    organisationId: place.installationId,
    act: endpoint.name,
    objectKind: 'installation',
    objectId: String(place.installationId),
    before,
    after,
  });
  return { ...after, version: known + 1 };
});

/** One order of rules, so that the same controls are the same whoever sends them. */
function inOrder(controls: RiskControls): RiskControls {
  const place = (rule: RiskControls['velocityRules'][number]) => velocityTypes.indexOf(rule.type);
  return { ...controls, velocityRules: controls.velocityRules.toSorted((a, b) => place(a) - place(b)) };
}
