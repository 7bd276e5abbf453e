import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Seconds of the longest browser tests on two quiet cores. The others take about seven. Only their proportions count. */
const longFiles: Readonly<Record<string, number>> = {
  'shell.test.ts': 91,
  'review-mode.test.ts': 73,
  'restore.test.ts': 70,
  'languages.test.ts': 70,
  'first-run.test.ts': 55,
  'users.test.ts': 55,
  'statements.test.ts': 50,
  'start-and-stop.test.ts': 48,
  'passwords.test.ts': 46,
  'rubbish-addresses.test.ts': 45,
  'hosted-page.test.ts': 44,
  'smart-links.test.ts': 42,
  'fraud-rules.test.ts': 42,
  'queue.test.ts': 40,
  'export.test.ts': 37,
  'virtual-terminal.test.ts': 37,
  'filters.test.ts': 35,
  'search-grid.test.ts': 33,
  'sign-in.test.ts': 30,
  'fraud-lists.test.ts': 30,
  'follow-ups.test.ts': 25,
  'new-from-old.test.ts': 24,
  'cases.test.ts': 20,
  'schedules.test.ts': 20,
  'forced-colours.test.ts': 20,
  'single-sign-on.test.ts': 20,
  'bulk-work.test.ts': 17,
  'refund.test.ts': 16,
  'second-factor.test.ts': 14,
  'administration.test.ts': 14,
  'risk-controls.test.ts': 12,
};

const estimateSeconds = ({ moduleId }: TestSpecification): number => longFiles[basename(moduleId)] ?? 7;

/** Gives every shard the same work: `npm test` waits for the longest. */
export class EqualShards extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 };
    const loads = Array.from({ length: count }, () => 0);
    const longestFirst = files.toSorted(
      (a, b) => estimateSeconds(b) - estimateSeconds(a) || (a.moduleId < b.moduleId ? -1 : 1),
    );
    return longestFirst.filter((file) => {
      const lightest = loads.indexOf(Math.min(...loads));
      loads[lightest] = (loads[lightest] ?? 0) + estimateSeconds(file);
      return lightest === index - 1;
    });
  }
}
