import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Seconds of the longest browser tests on two quiet cores. The others take about eight. Only their proportions count. */
const longFiles: Readonly<Record<string, number>> = {
  'shell.test.ts': 104,
  'review-mode.test.ts': 95,
  'languages.test.ts': 69,
  'rubbish-addresses.test.ts': 55,
  'statements.test.ts': 51,
  'users.test.ts': 47,
  'virtual-terminal.test.ts': 43,
  'fraud-rules.test.ts': 42,
  'new-from-old.test.ts': 42,
  'export.test.ts': 39,
  'passwords.test.ts': 39,
  'queue.test.ts': 38,
  'first-run.test.ts': 35,
  'start-and-stop.test.ts': 33,
  'sign-in.test.ts': 27,
  'single-sign-on.test.ts': 22,
  'fraud-lists.test.ts': 21,
  'search-grid.test.ts': 21,
};

const secondsOf = ({ moduleId }: TestSpecification): number => longFiles[basename(moduleId)] ?? 8;

/** Gives every shard the same work: `npm test` waits for the longest. */
export class EqualShards extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 };
    const loads = Array.from({ length: count }, () => 0);
    const longestFirst = files.toSorted(
      (a, b) => secondsOf(b) - secondsOf(a) || (a.moduleId < b.moduleId ? -1 : 1),
    );
    return longestFirst.filter((file) => {
      const lightest = loads.indexOf(Math.min(...loads));
      loads[lightest] = (loads[lightest] ?? 0) + secondsOf(file);
      return lightest === index - 1;
    });
  }
}
