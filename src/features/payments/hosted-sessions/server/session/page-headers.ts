/** Headers of a hosted page: only our own scripts and styles, only frames of registered sites. */
export function pageHeaders(ancestors: string, formAction = "'self'"): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; ` +
      `connect-src 'self'; base-uri 'none'; form-action ${formAction}; object-src 'none'; ` +
      `frame-ancestors ${ancestors}; require-trusted-types-for 'script'; trusted-types 'none'`,
  };
}
