import { expect, test } from 'vitest';
import { isBuilt, pageWeights, portalChunks } from '../scripts/page-weight.ts';

/** The weights of the production build that the other journeys use. The titles include the figures. */
const weights = pageWeights().map((weight) => ({ ...weight, kB: weight.weight.toFixed(1) }));

test.each(weights)('the JavaScript of $screen has $kB of $budget kB', ({ weight, budget, files }) => {
  expect(weight, JSON.stringify(files, null, 1)).toBeLessThanOrEqual(budget);
});

test('preloads portal and shell for signed-in users', () => {
  const chunks = portalChunks();
  expect(chunks).toEqual(
    expect.arrayContaining([expect.stringMatching(/portal-/), expect.stringMatching(/shell-/)]),
  );
  expect(chunks.filter((url) => !isBuilt(url))).toEqual([]);
});
