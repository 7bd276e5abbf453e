import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Seconds of the longest files on two quiet cores. Only their order counts. */
const longFiles: Readonly<Record<string, number>> = {
  'e2e/shell.test.ts': 141,
  'e2e/rubbish-addresses.test.ts': 112,
  'e2e/languages.test.ts': 106,
  'e2e/hosted-page.test.ts': 98,
  'e2e/review-mode.test.ts': 82,
  'e2e/statements.test.ts': 77,
  'src/app/server/test/restarts.test.ts': 76,
  'e2e/first-run.test.ts': 72,
  'e2e/start-and-stop.test.ts': 70,
  'e2e/restore.test.ts': 70,
  'e2e/users.test.ts': 68,
  'e2e/virtual-terminal.test.ts': 68,
  'e2e/search-grid.test.ts': 60,
  'src/app/server/test/refusals.test.ts': 55,
  'e2e/fraud-rules.test.ts': 54,
  'src/app/server/test/rotate-master-key.test.ts': 53,
  'e2e/queue.test.ts': 53,
  'e2e/passwords.test.ts': 49,
  'e2e/export.test.ts': 45,
  'e2e/fraud-lists.test.ts': 41,
  'e2e/disputes.test.ts': 35,
  'e2e/new-from-old.test.ts': 34,
  'e2e/package.test.ts': 33,
  'e2e/sign-in.test.ts': 33,
  'e2e/follow-ups.test.ts': 31,
  'e2e/single-sign-on.test.ts': 30,
  'e2e/personal-data.test.ts': 29,
  'src/features/record/reporting/test/two-stores.test.ts': 29,
  'src/features/record/audit/test/canary.test.ts': 28,
  'e2e/cases.test.ts': 26,
  'src/app/server/test/rights-model.test.ts': 26,
  'e2e/bulk-work.test.ts': 26,
  'src/app/server/test/generated-requests.test.ts': 23,
  'src/features/review/queue/test/crash.test.ts': 22,
  'e2e/smart-links.test.ts': 22,
  'e2e/forced-colours.test.ts': 21,
  'e2e/poolers.test.ts': 21,
  'e2e/second-factor.test.ts': 21,
  'src/app/server/test/demo-fraud.test.ts': 20,
  'e2e/api-keys.test.ts': 20,
  'e2e/administration.test.ts': 19,
  'e2e/customers.test.ts': 19,
  'src/features/fraud/fraud-engine/test/evaluate-payment.test.ts': 19,
  'e2e/refund.test.ts': 18,
  'src/features/review/queue/test/review-crash.test.ts': 18,
  'e2e/audit.test.ts': 17,
  'src/features/payments/payments/test/crash.test.ts': 17,
  'src/features/fraud/fraud-impact/test/two-stores.test.ts': 16,
  'src/features/payments/payments/test/crash-capture.test.ts': 16,
  'src/features/review/queue/test/two-weeks.test.ts': 16,
  'e2e/filters.test.ts': 15,
  'src/features/reports/exports/test/export-stream.test.ts': 15,
  'src/features/payments/payments/test/crash-resume.test.ts': 15,
  'src/features/payments/smart-links/test/crash.test.ts': 14,
  'e2e/risk-controls.test.ts': 14,
  'e2e/settlement.test.ts': 13,
  'e2e/processors.test.ts': 13,
  'e2e/provisioning.test.ts': 13,
  'src/features/payments/payments/test/idempotency.test.ts': 13,
  'src/features/payments/payments/test/state-machine.test.ts': 13,
  'src/features/record/reporting/test/replicate-to-warehouse.test.ts': 13,
  'e2e/google-pay.test.ts': 13,
  'src/features/payments/bulk/test/crash.test.ts': 12,
  'src/integrations/processors/test/kit.test.ts': 12,
  'e2e/escape.test.ts': 12,
  'src/app/server/test/second-person-model.test.ts': 12,
  'e2e/schedules.test.ts': 12,
  'src/features/fraud/fraud-engine/test/crash-velocity.test.ts': 11,
  'src/app/web/test/search-fuzz.test.ts': 11,
  'src/features/payments/episodes/test/crash.test.ts': 11,
  'src/features/setup/personal-data/test/crash.test.ts': 10,
  'src/features/payments/settlement/test/adyen-settlement.test.ts': 10,
  'src/features/payments/smart-links/test/open-smart-link.test.ts': 10,
  'src/features/payments/settlement/test/stripe-settlement.test.ts': 10,
  'src/features/review/queue/test/queue-calls.test.ts': 10,
};

/** A worker takes the next file when it has ended one: with the longest first, all end at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ moduleId }: TestSpecification): number =>
      longFiles[relative(this.ctx.config.root, moduleId)] ?? 0;
    // Files of one project stay together.
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).toSorted((a, b) => seconds(b) - seconds(a)),
    );
  }
}
