import { isEmailLike } from '#shared/patterns.ts';

/** The errors as the keys of their texts. */
interface SignInErrors {
  username?: string;
  password?: string;
}

/**
 * The username is required and looks like an email address; the password is required
 * (docs/domain.md#sign-in).
 */
export function signInErrors(form: { username: string; password: string }): SignInErrors {
  const errors: SignInErrors = {};
  const username = form.username.trim();
  if (username === '') errors.username = 'validation.username_required';
  else if (!isEmailLike(username)) errors.username = 'validation.username_email';
  if (form.password === '') errors.password = 'validation.password_required';
  return errors;
}

/** A sign-in with one of these requires a new password first (docs/domain.md#sign-in). */
export function mustChangePassword(lockedReason: string | null): boolean {
  return lockedReason === 'TEMPORARY_PASSWORD' || lockedReason === 'PASSWORD_EXPIRED';
}
