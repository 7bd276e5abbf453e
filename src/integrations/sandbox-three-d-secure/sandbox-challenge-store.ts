import type { Sql } from '#database/connection.ts';

/** A challenge of the sandbox's access-control server. */
export interface SandboxChallenge {
  challenge: string;
  reference: string;
  version: 1 | 2;
  lastFour: string;
  /** As shown to the card holder. */
  amount: string;
  merchantName: string;
  notificationUrl: string | null;
  /** Sites to which a TermUrl of the posted form can lead; none for our own pages. */
  merchantOrigins: readonly string[];
  tries: number;
  /** Authenticated or not; null while the challenge is open. */
  outcome: 'Y' | 'N' | null;
}

const triesAllowed = 3;

export async function saveChallenge(
  sql: Sql,
  newChallenge: Omit<SandboxChallenge, 'tries' | 'outcome'>,
): Promise<void> {
  await sql`
    insert into sandbox.challenge (challenge, reference, version, last_four, amount, merchant_name, notification_url,
      merchant_origins)
    values (${newChallenge.challenge}, ${newChallenge.reference}, ${newChallenge.version}, ${newChallenge.lastFour}, ${newChallenge.amount},
            ${newChallenge.merchantName}, ${newChallenge.notificationUrl}, ${[...newChallenge.merchantOrigins]})
    on conflict (challenge) do nothing`;
}

export async function findChallenge(sql: Sql, challenge: string): Promise<SandboxChallenge | undefined> {
  const [row] = await sql<SandboxChallenge[]>`
    select challenge, reference, version, last_four, amount, merchant_name,
           notification_url, merchant_origins, tries, outcome
    from sandbox.challenge where challenge = ${challenge}`;
  return row;
}

/**
 * The password is Test_{last four digits} (docs/domain.md#sandbox); the third wrong one, and giving up, ends in
 * failure.
 */
export async function completeChallenge(
  sql: Sql,
  challenge: string,
  password: string | 'give-up',
): Promise<SandboxChallenge | undefined> {
  await sql`
    update sandbox.challenge set tries = tries + 1,
      outcome = case when ${password} = 'Test_' || last_four then 'Y'
                     when ${password} = 'give-up' or tries + 1 >= ${triesAllowed} then 'N' end
    where challenge = ${challenge} and outcome is null`;
  return findChallenge(sql, challenge);
}
