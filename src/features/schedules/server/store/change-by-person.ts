import type { Call } from '#contract/define-call.ts';
import { Problem, problems } from '#contract/problem.ts';
import { recordAct } from '#server/audit.ts';
import type { Ask } from '#server/handler.ts';
import type { ScheduleView } from '../../calls.ts';
import type { ScheduleAction } from '../../schedule-status.ts';
import { actOnSchedule, skipNext } from './act-on-schedule.ts';
import { readSchedule } from './schedule-row.ts';
import { viewSchedule } from './read/schedule-view.ts';

/** What a person does to a schedule, with its line in the audit of the house; 409 when its status forbids it. */
export async function changeByPerson(
  { sql, subject, caller, request, now }: Pick<Ask<Call>, 'sql' | 'subject' | 'caller' | 'request' | 'now'>,
  action: ScheduleAction | 'skipNext',
): Promise<ScheduleView> {
  const { companyId, scheduleId = '', merchantId } = subject;
  const company = companyId ?? 0;
  const before = await readSchedule(sql, company, scheduleId, 'lock');
  const changed =
    action === 'skipNext'
      ? await skipNext(sql, company, scheduleId, now)
      : await actOnSchedule(sql, company, scheduleId, action, now);
  if (changed === 'missing' || !before) throw problems.notFound();
  if (changed === 'refused') {
    throw new Problem(409, 'SCHEDULE_STATUS', `A schedule that is ${before.status} cannot do this`);
  }
  const shown = ({ status, nextIndex, nextOn }: typeof before) => ({ status, nextIndex, nextOn });
  await recordAct(sql, {
    by: { caller, request, now },
    companyId: company,
    organisationId: merchantId,
    act: action === 'skipNext' ? 'skipNextEpisode' : `${action}Schedule`,
    objectKind: 'schedule',
    objectId: scheduleId,
    before: shown(before),
    after: shown(changed),
  });
  return viewSchedule(sql, company, scheduleId);
}
