/** The credential of a processor that keeps cards for an owner: the owner's id there, and the card's. */
export const joinCredential = (owner: string, card: string): string => `${owner}|${card}`;

/** An owner's id may have a bar; a card's has none. */
export function splitCredential(credential: string): { owner: string; card: string } {
  const bar = credential.lastIndexOf('|');
  return { owner: credential.slice(0, Math.max(0, bar)), card: credential.slice(bar + 1) };
}
