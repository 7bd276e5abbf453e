export const maxListedColumns = 60;

/** The columns of an address; undefined without any, and for text that is not a list of columns. */
export function readColumnList(text: string | undefined): string[] | undefined {
  const names = text?.split(',') ?? [];
  const isList =
    names.length > 0 &&
    names.length <= maxListedColumns &&
    names.every((name) => /^\w{1,64}$/.test(name)) &&
    new Set(names).size === names.length;
  return isList ? names : undefined;
}
