const verbs =
  /^\s*(?:with\b[\s\S]*?\)\s*)?(select|insert|update|delete|begin|commit|rollback|savepoint|set|copy|lock|create)\b/i;
const table = /\b(?:from|into|update|copy)\s+(?:only\s+)?([a-z_][a-z_.]{0,62})\b/i;

/** The verb and the first table of a statement, for traces: `select txn`. Nothing else of the text, which may contain values. */
export function describeStatement(text: string): string {
  const verb = (verbs.exec(text)?.[1] ?? 'statement').toLowerCase();
  if (!['select', 'insert', 'update', 'delete', 'copy'].includes(verb)) return verb;
  const name = table.exec(text)?.[1]?.toLowerCase();
  return name === undefined || name === 'set' ? verb : `${verb} ${name}`;
}
