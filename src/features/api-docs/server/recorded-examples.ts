import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedExamples } from '../examples/example-request.ts';

export const recordedFile = join(import.meta.dirname, '../examples/recorded.json');

/** The examples of the documentation. test/examples.test.ts records them. */
export const readRecordedExamples = (): RecordedExamples =>
  JSON.parse(readFileSync(recordedFile, 'utf8')) as RecordedExamples;
