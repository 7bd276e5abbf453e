import { isDeepStrictEqual } from 'node:util';
import { auditAction } from '#server/audit/audit-event.ts';
import { handle } from '#server/handler.ts';
import { problems } from '#shared/problem.ts';
import { parseWebOrigin } from '#shared/web-origin.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { loadStoredOrigins } from './session/web-origins.ts';

/** Replaces all sites. Pages that open from now on use the new list. */
export const saveWebOrigins = handle(
  endpoints.saveWebOrigins,
  schemas.saveWebOrigins,
  async ({ sql, resource, body, caller, request, now }) => {
    const { companyId, installationId } = resource;
    const origins = body.webOrigins.map((typed) => parseWebOrigin(typed));
    const invalid = origins.indexOf(undefined);
    if (invalid >= 0) throw problems.invalid(`body.webOrigins.${invalid}`);
    const webOrigins = [...new Set(origins.filter((origin) => origin !== undefined))];
    const before = await loadStoredOrigins(sql, installationId, true);
    if (!isDeepStrictEqual(before, body.before)) throw problems.versionConflict('WEB_ORIGINS_CHANGED');
    if (isDeepStrictEqual(before, webOrigins)) return { webOrigins };
    await sql`
      update installation set web_origins = ${webOrigins}, version = version + 1 where installation_id = ${installationId}`;
    await auditAction(sql, {
      by: { caller, request, now },
      companyId,
      organisationId: installationId,
      act: endpoints.saveWebOrigins.name,
      objectKind: 'installation',
      objectId: String(installationId),
      before: { webOrigins: before },
      after: { webOrigins },
    });
    return { webOrigins };
  },
);
