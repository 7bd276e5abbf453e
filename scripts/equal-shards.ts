import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Seconds of the longest browser tests on two quiet cores. The others take about seven. Only their proportions count. */
const longFiles: Readonly<Record<string, number>> = {
  'shell.test.ts': 89,
  'review-mode.test.ts': 74,
  'languages.test.ts': 63,
  'users.test.ts': 54,
  'rubbish-addresses.test.ts': 52,
  'fraud-rules.test.ts': 42,
  'statements.test.ts': 41,
  'export.test.ts': 36,
  'passwords.test.ts': 35,
  'virtual-terminal.test.ts': 35,
  'start-and-stop.test.ts': 34,
  'first-run.test.ts': 32,
  'queue.test.ts': 32,
  'fraud-lists.test.ts': 31,
  'sign-in.test.ts': 27,
  'search-grid.test.ts': 24,
  'single-sign-on.test.ts': 24,
  'new-from-old.test.ts': 19,
  'follow-ups.test.ts': 17,
  'restore.test.ts': 17,
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
