/** The one parameter of the details screen: which secondary transaction has just been made (spec 1 §2). */
export function detailsSearch(raw: Record<string, unknown>): Record<string, unknown> {
  const from = raw.fromSecondaryAction;
  return from === 'REFUND' || from === 'CAPTURE' || from === 'CANCEL' ? { fromSecondaryAction: from } : {};
}
