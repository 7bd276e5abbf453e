/** Compares names without regard to case or surrounding spaces. */
export const userNameKey = (userName: string): string => userName.trim().normalize('NFC').toLowerCase();

/** The format of a user id. */
export const isUserId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
