import { problems } from '#shared/problem.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import type { RequestInfo } from '#server/handler.ts';
import type { CoreServices } from '#server/core-services.ts';
import { loadAttempts, clearAttempts, countAttempt, blockAttempts } from '#server/auth/throttle.ts';
import { userNameKey } from '#server/auth/app-user.ts';

/** Failed attempts that one address may make in a minute, for all usernames together. */
const addressLimit = 30;

export interface PublicSubmit {
  services: CoreServices;
  request: Pick<RequestInfo, 'ip'>;
  now: Date;
}
/** A request that presents a password or a code. */
export interface Attempt extends PublicSubmit {
  userName: string;
  /** Codes of a second factor are counted apart: a correct password must not clear their count. */
  isCode?: boolean;
}

/** The counters of a username. An administrator's unlock clears both. */
export const attemptsKey = (userName: string, isCode = false) =>
  `login:${isCode ? 'code' : 'name'}:${userNameKey(userName)}`;
const attemptKey = ({ userName, isCode }: Attempt) => attemptsKey(userName, isCode);
const addressKey = (submitPublic: PublicSubmit) => `login:address:${submitPublic.request.ip}`;

/** Throws 429 when too many attempts from this address have failed. */
export async function refuseBusyAddress(submitPublic: PublicSubmit): Promise<void> {
  const attempts = await loadAttempts(
    submitPublic.services.database,
    [addressKey(submitPublic)],
    submitPublic.now,
  );
  const counted = attempts.get(addressKey(submitPublic));
  if (counted && counted.attempts >= addressLimit) {
    throw problems.tooManyRequests(
      Math.ceil((counted.resetsAt.getTime() - submitPublic.now.getTime()) / 1000),
    );
  }
}

export async function countAddressFailure(submitPublic: PublicSubmit): Promise<void> {
  await countAttempt(submitPublic.services.database, addressKey(submitPublic), minuteMs, submitPublic.now);
}

/**
 * Counts the attempt before the password is compared, so simultaneous attempts count like successive ones.
 * Unknown usernames count alike. Throws 429 by address, account_locked by name.
 */
export async function countBeforehand(attempt: Attempt): Promise<number> {
  const { config, database } = attempt.services;
  await refuseBusyAddress(attempt);
  const attempts = await countAttempt(database, attemptKey(attempt), config.lockMs, attempt.now);
  if (attempts > config.maxPasswordAttempts) throw problems.accountLocked();
  return attempts;
}

/** The last allowed attempt locks the username, and its account if it exists, for the full time. */
export async function countFailure(attempt: Attempt, attempts: number): Promise<void> {
  const { config, database } = attempt.services;
  await countAddressFailure(attempt);
  if (attempts < config.maxPasswordAttempts) return;
  const until = addMs(attempt.now, config.lockMs);
  await blockAttempts(database, attemptKey(attempt), until);
  await database`
    update app_user set locked_reason = 'MAX_PASSWORD_ATTEMPTS', locked_until = ${until}
    where user_name_key = ${userNameKey(attempt.userName)} and locked_reason is null`;
}

export async function clearFailures(attempt: Attempt): Promise<void> {
  await clearAttempts(attempt.services.database, attemptKey(attempt));
}
