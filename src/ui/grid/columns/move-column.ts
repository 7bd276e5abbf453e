/** The columns with one of them in another place; a place beyond either end is the end. */
export function moveColumn(order: readonly string[], id: string, to: number): string[] {
  const rest = order.filter((one) => one !== id);
  if (rest.length === order.length) return [...order];
  const place = Math.max(0, Math.min(rest.length, to));
  return [...rest.slice(0, place), id, ...rest.slice(place)];
}
