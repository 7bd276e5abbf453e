import { isDeepStrictEqual } from 'node:util';
import { Problem, problems } from '#shared/problem.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { handle } from '#server/handler.ts';
import { saveWebOrigins as endpoint } from '../endpoints.ts';
import { parseWebOrigin } from '#shared/web-origin.ts';
import { storedOrigins } from './session/web-origins.ts';

/** All of the sites at once. Pages that stand in a frame already stay there; those that open next ask the new list. */
export const saveWebOrigins = handle(endpoint, async ({ sql, resource, body, caller, request, now }) => {
  const { companyId, installationId = 0 } = resource;
  const read = body.webOrigins.map((typed) => parseWebOrigin(typed));
  const wrong = read.indexOf(undefined);
  if (wrong >= 0) throw problems.invalid(`body.webOrigins.${wrong}`);
  const webOrigins = [...new Set(read.filter((one) => one !== undefined))];
  const before = await storedOrigins(sql, installationId, true);
  if (!isDeepStrictEqual(before, body.before))
    throw new Problem(412, 'WEB_ORIGINS_CHANGED', 'version_conflict');
  if (isDeepStrictEqual(before, webOrigins)) return { webOrigins };
  await sql`update installation set web_origins = ${webOrigins} where installation_id = ${installationId}`;
  await auditAction(sql, {
    by: { caller, request, now },
    companyId,
    organisationId: installationId,
    act: endpoint.name,
    objectKind: 'installation',
    objectId: String(installationId),
    before: { webOrigins: before },
    after: { webOrigins },
  });
  return { webOrigins };
});
