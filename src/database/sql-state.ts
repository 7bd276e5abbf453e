/** The SQLSTATE of an error that PostgreSQL reported, such as '23505'; '' for any other error. */
export function sqlState(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
