import { afterAll, expect, test } from 'vitest';
import { pagesBuilt, waitForPages } from '../pages-built.ts';

afterAll(() => waitForPages(Promise.resolve()));

test('the programs wait for a build that runs', async () => {
  const events: string[] = [];
  const build = Promise.withResolvers<void>();
  waitForPages(build.promise);
  const started = pagesBuilt().then(() => events.push('started'));
  events.push('built');
  build.resolve();
  await started;
  expect(events).toEqual(['built', 'started']);
});

test('a build that fails early is reported when the programs wait for it', async () => {
  waitForPages(Promise.reject(new Error('no pages')));
  await new Promise((resolve) => setImmediate(resolve));
  await expect(pagesBuilt()).rejects.toThrow('no pages');
});
