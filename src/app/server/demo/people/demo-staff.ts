import { insertUser } from '#features/access/users/server/create-user.ts';
import { userNames } from '#features/access/users/server/db/user-records.ts';
import type { Sql } from '#database/connection.ts';
import { dayMs, hourMs, minuteMs } from '#server/clock.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { type Random, seededRandom } from '../bulk/random.ts';
import { stableUuid } from '#database/stable-uuid.ts';
import { demoPassword } from '../demo-users.ts';

const firstNames =
  'Aisha Benedict Carys Dmitri Elowen Farid Greta Hamish Ingrid Jonas Keira Lorenzo Maren Nikhil Oriel Petra Quentin Rhiannon Soren Tamsin Ulrich Verity Wojciech Xenia Yusuf Zelda Bronagh Cosmo Delphine Emrys Fenella Gideon'.split(
    ' ',
  );
const lastNames =
  'Abbott Bergmann Calloway Duval Ekström Farrow Gallagher Holt Ibarra Jansen Kovacs Lindqvist Marchetti Novak Okonkwo Pritchard Quist Rosen Santos Thorne Underhill Voss Whitby Yates Zimmer Ashdown Beaumont Cromwell'.split(
    ' ',
  );

/** Organisations, number and roles of staff. The first of each merchant is its manager. */
const places = [
  { organisation: 1100, count: 9, roles: ['user-administrator', 'refund-agent', 'queue-reviewer', 'viewer'] },
  { organisation: 1110, count: 6, roles: ['schedule-manager', 'risk-controller', 'refund-agent'] },
  { organisation: 1111, count: 13, roles: ['shop-manager', 'cashier', 'terminal-operator', 'viewer'] },
  { organisation: 1112, count: 9, roles: ['shop-manager', 'cashier', 'link-creator'] },
  { organisation: 1120, count: 5, roles: ['risk-controller', 'viewer'] },
  { organisation: 1121, count: 14, roles: ['shop-manager', 'terminal-operator', 'cashier', 'link-creator'] },
  { organisation: 1122, count: 6, roles: ['shop-manager', 'schedule-manager'] },
] as const;

/** The staff of Harbour beside the nine demo users, in every state of an account. */
export async function seedDemoStaff(sql: Sql, now: Date): Promise<void> {
  const random = seededRandom(1_100);
  const passwordHash = await hashPassword(demoPassword);
  const names = new Set<string>();
  for (const { organisation, count, roles } of places) {
    for (let index = 0; index < count; index += 1) {
      const name = newName(random, names);
      const role = index === 0 ? roles[0] : random.pick(roles.slice(index < 3 ? 0 : 1));
      await seedOne(sql, random, { name, organisation, role, passwordHash, now });
    }
  }
}

interface Person {
  name: [given: string, family: string];
  organisation: number;
  role: string;
  passwordHash: string;
  now: Date;
}

async function seedOne(sql: Sql, random: Random, person: Person): Promise<void> {
  const { name, organisation, now } = person;
  const [givenName, familyName] = name;
  const address = `${givenName}.${familyName}`.normalize('NFD').replaceAll(/[^\w.]/g, '');
  const body = { userName: `${address.toLowerCase()}@harbour.example`, name: { givenName, familyName } };
  const userId = stableUuid(body.userName);
  const created = daysBefore(now, random.between(12, 700), random);
  const state = pickAccountState(random, now);
  await insertUser(sql, {
    ...userNames(body),
    userId,
    organisationId: organisation,
    active: state.active,
    domainUser: false,
    createdBy: stableUuid('admin@harbour.example'),
    now: created,
  });
  await sql`
    update app_user set
      password_hash = ${state.hasPassword ? person.passwordHash : null},
      password_changed_at = ${state.hasPassword ? daysBefore(now, random.between(1, 60), random) : null},
      last_logon_at = ${state.lastLogon}, invited_at = ${state.invited}, locked_reason = ${state.locked}
    where user_id = ${userId}`;
  if (state.hasRole) {
    await sql`
      insert into role_grant (user_id, role_id, organisation_id, cascade)
      values (${userId}, ${person.role}, ${organisation}, true)`;
  }
}

/** Most are active; some are new, some inactive, a few locked. */
function pickAccountState(random: Random, now: Date) {
  const usual = {
    active: true,
    hasPassword: true,
    hasRole: true,
    lastLogon: daysBefore(now, random.between(0, 40), random) as Date | null,
    invited: null as Date | null,
    locked: null as string | null,
  };
  const newAccount = { ...usual, hasPassword: false, lastLogon: null };
  const draw = random.next();
  if (draw < 0.72) return usual;
  if (draw < 0.79) return { ...newAccount, invited: daysBefore(now, random.between(0, 5), random) };
  if (draw < 0.84) return { ...newAccount, invited: daysBefore(now, random.between(9, 60), random) };
  if (draw < 0.87) return newAccount;
  if (draw < 0.9) return { ...newAccount, hasRole: false };
  if (draw < 0.94) return { ...usual, active: false };
  const locked = random.pick(['MAX_PASSWORD_ATTEMPTS', 'USER_INACTIVE_ACCOUNT', 'LOCKED_BY_ADMIN']);
  return { ...usual, locked, lastLogon: daysBefore(now, random.between(95, 200), random) };
}

/** A time of a working day, that many days ago, and never in the future. */
function daysBefore(now: Date, days: number, random: Random): Date {
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs - days * dayMs;
  const at = midnight + random.between(7, 17) * hourMs + random.between(0, 59) * minuteMs;
  return new Date(Math.min(at, now.getTime() - minuteMs));
}

function newName(random: Random, names: Set<string>): [string, string] {
  for (;;) {
    const fullName: [string, string] = [random.pick(firstNames), random.pick(lastNames)];
    const name = fullName.join(' ');
    if (names.has(name)) continue;
    names.add(name);
    return fullName;
  }
}
