import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Seconds of the longest browser tests on two quiet cores. The others take about seven. Only their proportions count. */
const longFiles: Readonly<Record<string, number>> = {
  'languages.test.ts': 112,
  'shell.test.ts': 111,
  'start-and-stop.test.ts': 99,
  'rubbish-addresses.test.ts': 95,
  'review-mode.test.ts': 78,
  'first-run.test.ts': 78,
  'restore.test.ts': 66,
  'search-grid.test.ts': 63,
  'users.test.ts': 57,
  'statements.test.ts': 57,
  'hosted-page.test.ts': 55,
  'passwords.test.ts': 49,
  'fraud-rules.test.ts': 47,
  'export.test.ts': 46,
  'virtual-terminal.test.ts': 45,
  'queue.test.ts': 44,
  'new-from-old.test.ts': 43,
  'fraud-lists.test.ts': 40,
  'sign-in.test.ts': 37,
  'single-sign-on.test.ts': 36,
  'processors.test.ts': 35,
  'cases.test.ts': 33,
  'follow-ups.test.ts': 26,
  'schedules.test.ts': 22,
  'smart-links.test.ts': 21,
  'refund.test.ts': 21,
  'audit.test.ts': 17,
  'risk-controls.test.ts': 16,
  'bulk-work.test.ts': 16,
  'administration.test.ts': 15,
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
