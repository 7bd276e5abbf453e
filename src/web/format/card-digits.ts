/** "•••• 4242": a card by the digits that its owner recognises. */
export const cardDigits = (maskedPan: string): string => `•••• ${maskedPan.slice(-4)}`;
