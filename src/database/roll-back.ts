/**
 * Runs `run`, which opens a transaction. Its `rollBack(value)` ends the transaction without a trace: nothing that it changed
 * remains, and the value is returned.
 */
export async function withRollBack<T>(run: (rollBack: (value: T) => never) => Promise<T>): Promise<T> {
  const ending = new Error('rolled back');
  let rolledBack: { value: T } | undefined;
  try {
    return await run((value) => {
      rolledBack = { value };
      throw ending;
    });
  } catch (error) {
    if (error === ending && rolledBack) return rolledBack.value;
    throw error;
  }
}
