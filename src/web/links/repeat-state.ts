/** The navigation's state that opens the dialog of a repeat on the page of a payment. */
export const repeatState: object = { opens: 'REPEAT' };

export const readsAsRepeat = (state: unknown): boolean =>
  (state as { opens?: unknown } | null)?.opens === 'REPEAT';
