/** A decoded form: texts, lists and objects. */
export interface Form {
  [name: string]: FormValue;
}

type FormValue = string | Form | FormValue[];

/** Decodes Stripe's forms: `metadata[reference]=1`, `expand[]=charge`, `items[0][name]=x`. */
export function parseForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.split('[').map((part) => part.replace(/\]$/, ''));
    put(form, [first, ...rest], value);
  }
  return toLists(form) as Form;
}

function put(form: Form, path: readonly string[], value: string): void {
  let node = form;
  for (const [index, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(node).length) : part;
    if (index === path.length - 1) node[key] = value;
    else {
      const next = node[key];
      node = typeof next === 'object' && !Array.isArray(next) ? next : {};
      // A name that was a text before becomes an object: the last one counts.
      putChild(form, path.slice(0, index), key, node);
    }
  }
}

function putChild(form: Form, path: readonly string[], key: string, child: Form): void {
  let node = form;
  for (const part of path) node = node[part] as Form;
  node[key] = child;
}

/** Objects whose names are 0, 1, 2… are lists. */
function toLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, child]): [string, FormValue] => [key, toLists(child)]);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, child]) => child) : Object.fromEntries(entries);
}

export function textOf(form: Form | undefined, name: string): string | undefined {
  const value = form?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function formOf(form: Form | undefined, name: string): Form | undefined {
  const value = form?.[name];
  return typeof value === 'object' && !Array.isArray(value) ? value : undefined;
}

export function textsOf(form: Form | undefined, name: string): string[] {
  const value = form?.[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

export function isTrue(form: Form | undefined, name: string): boolean {
  return textOf(form, name) === 'true';
}

/** Texts only, as metadata has them. */
export function metadataOf(form: Form | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(formOf(form, 'metadata') ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}
