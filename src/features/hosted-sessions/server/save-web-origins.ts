import { isDeepStrictEqual } from 'node:util';
import { Problem, problems } from '#contract/problem.ts';
import { recordAct } from '#server/audit.ts';
import { handle } from '#server/handler.ts';
import { saveWebOrigins as call } from '../calls.ts';
import { webOriginOf } from '#contract/web-origin.ts';
import { storedOrigins } from './session/web-origins.ts';

/** All of the sites at once. Pages that stand in a frame already stay there; those that open next ask the new list. */
export const saveWebOrigins = handle(call, async ({ sql, subject, body, caller, request, now }) => {
  const { companyId, installationId = 0 } = subject;
  const read = body.webOrigins.map((typed) => webOriginOf(typed));
  const wrong = read.indexOf(undefined);
  if (wrong >= 0) throw problems.invalid(`body.webOrigins.${wrong}`);
  const webOrigins = [...new Set(read.filter((one) => one !== undefined))];
  const before = await storedOrigins(sql, installationId, true);
  if (!isDeepStrictEqual(before, body.before))
    throw new Problem(412, 'WEB_ORIGINS_CHANGED', 'version_conflict');
  if (isDeepStrictEqual(before, webOrigins)) return { webOrigins };
  await sql`update installation set web_origins = ${webOrigins} where installation_id = ${installationId}`;
  await recordAct(sql, {
    by: { caller, request, now },
    companyId,
    organisationId: installationId,
    act: call.name,
    objectKind: 'installation',
    objectId: String(installationId),
    before: { webOrigins: before },
    after: { webOrigins },
  });
  return { webOrigins };
});
