import { inTenant } from '#database/tenant.ts';
import {
  actOnEach,
  assignEach,
  commentEach,
  type ReviewerContext,
} from '#features/review/queue/server/act-on-tasks.ts';
import { loadUserCaller } from '#server/auth/access-store.ts';
import { dayMs, hourMs, minuteMs } from '#server/clock.ts';
import type { Services } from '#server/services.ts';
import { type Random, seededRandom } from '../bulk/random.ts';
import { stableUuid } from '#database/stable-uuid.ts';
import type { StaffAct } from '../demo-users.ts';

const company = 1100;
const days = 58;
/** Most tasks of these days stay open. */
const openDays = 7;
/** The share of these tasks that a shift decides. */
const openShare = 0.04;

const comments = {
  ACCEPT: ['Called the customer: confirmed', 'Regular customer', 'Delivery to the billing address'],
  REJECT: ['Phone number not in service', 'Same device as the orders of last week', null],
  HOLD: ['Waiting for a copy of the invoice', 'Calls back tomorrow'],
  FLUSH: ['Captured by the shop itself'],
  COMMENT: ['Looked at it with the shop', 'Two earlier orders were fine'],
} as const;

/** The shifts of Harbour Group's reviewers in the queue, twice a day. */
export function planReviewActs(to: Date): StaffAct[] {
  const random = seededRandom(58_211);
  const today = Math.floor(to.getTime() / dayMs) * dayMs;
  const acts: StaffAct[] = [];
  for (let ago = days; ago >= 0; ago -= 1) {
    for (const hour of [11, 16]) {
      const at = new Date(today - ago * dayMs + hour * hourMs + random.between(0, 50) * minuteMs);
      if (at < to)
        acts.push({ at, run: (services) => review(services, { at, random, isOpen: ago < openDays }) });
    }
  }
  return acts;
}

interface Shift {
  at: Date;
  random: Random;
  isOpen: boolean;
}

async function review(services: Services, { at, random, isOpen }: Shift): Promise<void> {
  const [analyst, ...reviewers] = await listReviewers(services);
  if (!analyst) return;
  const reviewer = random.chance(0.5) ? analyst : random.pick([analyst, ...reviewers]);
  const caller = await loadUserCaller(services, reviewer.userId, 0, at.getTime());
  const shift: ReviewerContext = {
    services,
    caller,
    request: { id: `story-review-${at.getTime()}`, ip: '203.0.113.24' },
    now: at,
    inTenant: (work) => inTenant(services.database, [company], work),
  };
  const waiting = await listOpenTasks(services);
  for (const task of waiting) {
    const draw = random.next();
    const ids = [task.taskId];
    if (isOpen && task.isUnreleasable) {
      await actOnEach(shift, ids, 'REJECT', random.pick(comments.REJECT));
      continue;
    }
    if (isOpen && draw > openShare) {
      if (draw > 0.97) await assignEach(shift, [task], random.pick([analyst, ...reviewers]).userName);
      continue;
    }
    const act = chooseAct(isOpen ? openShares : closedShares, isOpen ? draw / openShare : draw);
    if (act === 'COMMENT') await commentEach(shift, ids, random.pick(comments.COMMENT));
    else if (act) await actOnEach(shift, ids, act, random.pick(comments[act]));
  }
}

type Shares = readonly (readonly [share: number, act: keyof typeof comments])[];
/** Tasks outside these shares wait for the next shift or the clock. */
const closedShares: Shares = [
  [0.5, 'ACCEPT'],
  [0.25, 'REJECT'],
  [0.1, 'HOLD'],
  [0.02, 'FLUSH'],
  [0.05, 'COMMENT'],
];
const openShares: Shares = [
  [0.3, 'ACCEPT'],
  [0.15, 'REJECT'],
  [0.35, 'HOLD'],
  [0.2, 'COMMENT'],
];

function chooseAct(from: Shares, draw: number): keyof typeof comments | undefined {
  let rest = draw;
  return from.find(([share]) => (rest -= share) < 0)?.[1];
}

interface Reviewer {
  userId: string;
  userName: string;
}

/** The analyst first. */
async function listReviewers({ database }: Services): Promise<Reviewer[]> {
  const analyst = stableUuid('analyst@harbour.example');
  return database<Reviewer[]>`
    select u.user_id, u.user_name_key as user_name from app_user u
    where u.user_id = ${analyst} or exists (
      select from role_grant g where g.user_id = u.user_id and g.role_id = 'queue-reviewer')
    order by u.user_id <> ${analyst}, u.user_name_key limit 4`;
}

interface OpenTask {
  taskId: number;
  version: number;
  /** The sandbox declines its release (docs/domain.md#sandbox). */
  isUnreleasable: boolean;
}

/** A shift's work, oldest first, after the orders whose release fails. */
function listOpenTasks({ database }: Services): Promise<OpenTask[]> {
  return inTenant(
    database,
    [company],
    (sql) => sql<OpenTask[]>`
      select task_id, version, amount % 1 = 0.66 as is_unreleasable from queue_task
      where company_id = ${company} and status in ('NEW', 'ON_HOLD') order by amount % 1 = 0.66 desc, opened_at, task_id limit 30`,
  );
}
