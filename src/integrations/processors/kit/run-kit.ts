import { type KitCheck, operationChecks } from './check-operations.ts';
import { certaintyChecks, transportChecks } from './check-certainty.ts';
import { canaryCheck, eventChecks, threeDSecureChecks } from './check-surroundings.ts';
import { walletChecks } from './check-wallets.ts';
import { disputeChecks } from './check-disputes.ts';
import { settlementChecks } from './check-settlement.ts';
import { Driver, KitFailure, NotTestable } from './driver.ts';
import type { KitSubject } from './subject.ts';

export interface KitLine {
  name: string;
  result: 'passed' | 'failed' | 'not-testable';
  /** Why it failed, or cannot be tested here. */
  detail: string;
}

const checks: readonly KitCheck[] = [
  ...operationChecks,
  ...certaintyChecks,
  ...transportChecks,
  ...threeDSecureChecks,
  ...walletChecks,
  ...eventChecks,
  ...settlementChecks,
  // The last one passes the time for responses.
  ...disputeChecks,
  canaryCheck,
];

/** Checks a connection against the contract (docs/processors.md#the-kit). `only`: checks whose name contains it. */
export async function* runKit(subject: KitSubject, only = ''): AsyncGenerator<KitLine> {
  await subject.connection.ready?.();
  const driver = new Driver(subject);
  // The canary is searched after any other.
  const chosen = checks.filter((check) => check === canaryCheck || check.name.includes(only));
  for (const check of chosen) yield runCheck(check, driver);
}

async function runCheck({ name, run }: KitCheck, driver: Driver): Promise<KitLine> {
  try {
    await run(driver);
    return { name, result: 'passed', detail: '' };
  } catch (error) {
    if (error instanceof NotTestable) return { name, result: 'not-testable', detail: error.message };
    if (error instanceof KitFailure) return { name, result: 'failed', detail: error.message };
    throw error;
  }
}

const marks = { passed: '✓', failed: '✗', 'not-testable': '–' };

export const printLine = ({ name, result, detail }: KitLine): string =>
  `${marks[result]} ${name}${detail === '' ? '' : `: ${result === 'failed' ? '' : 'not testable here, '}${detail}`}`;
