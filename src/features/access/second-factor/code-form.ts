/** The error as the key of its text. */
export interface CodeErrors {
  code?: 'factor.code_required';
}

export function codeErrors({ code }: { code: string }): CodeErrors {
  return code.trim() === '' ? { code: 'factor.code_required' } : {};
}
