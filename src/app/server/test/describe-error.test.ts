import { expect, test } from 'vitest';
import { DatabaseUnavailable, toCallerError } from '#database/driver/unavailable.ts';
import { describeError } from '../start-when-ready.ts';

test.each<[Partial<NodeJS.ErrnoException> & { dest?: string }, string]>([
  [{ code: 'ENOSPC', path: '/from/icu', dest: '/data/icu' }, 'The disk is full: /data/icu.'],
  [{ code: '53100', message: 'could not extend file' }, 'The disk is full: could not extend file.'],
  [{ code: 'EROFS', path: '/data/key' }, '/data/key cannot be written (EROFS).'],
])('describes %j in a sentence', (error, sentence) => {
  expect(describeError(Object.assign(new Error(error.message), error))).toBe(sentence);
});

test('describes a database that ended during the start', () => {
  const error = toCallerError(
    new Error('Client has encountered a connection error and is not queryable'),
    false,
  );
  expect(error).toBeInstanceOf(DatabaseUnavailable);
  expect(describeError(error)).toContain('The connection to the database was lost during the start');
});
