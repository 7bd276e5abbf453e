/**
 * How many generated cases a test runs. `npm test` runs the fewest that mean something; `COUNTINGHOUSE_GENERATED=10` runs ten times as
 * many, as CI does each night with a seed of the day.
 */
export const generatedRuns = (count: number): number =>
  Math.ceil(count * Number(process.env.COUNTINGHOUSE_GENERATED ?? 1));
