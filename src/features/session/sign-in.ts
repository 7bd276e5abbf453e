import { isEmailLike } from '#shared/patterns.ts';

export interface SignInErrors {
  username?: 'username_required' | 'username_email';
  password?: 'password_required';
}

/**
 * The username is required and looks like an email address; the password is required
 * (docs/domain.md#sign-in).
 */
export function signInErrors(form: { username: string; password: string }): SignInErrors {
  const errors: SignInErrors = {};
  const username = form.username.trim();
  if (username === '') errors.username = 'username_required';
  else if (!isEmailLike(username)) errors.username = 'username_email';
  if (form.password === '') errors.password = 'password_required';
  return errors;
}

/** A sign-in with one of these requires a new password first (docs/domain.md#sign-in). */
export function mustChangePassword(lockedReason: string | null): boolean {
  return lockedReason === 'TEMPORARY_PASSWORD' || lockedReason === 'PASSWORD_EXPIRED';
}
