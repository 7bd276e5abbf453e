import { parseSync, type Plugin } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** What the page reads of an endpoint. The rest is for the server and was type-checked. */
const parts = new Set(['name', 'route', 'auth']);

/**
 * The browser needs name, route and permissions of an endpoint, so its bundle has no schemas, and zod only
 * where a screen parses with one (docs/decisions/0079).
 */
export const bareContracts: Plugin = {
  name: 'bare-contracts',
  enforce: 'pre',
  apply: 'build',
  transform(code, id) {
    return /[\\/]src[\\/](features|shared)[\\/].*\.ts$/.test(id) && code.includes("'zod/mini'")
      ? { code: bareContract(id, code), map: null }
      : undefined;
  },
};

/** The module with bare endpoints, written so that unused endpoints and schemas can be dropped. */
export function bareContract(file: string, code: string): string {
  const { program } = parseSync(file, code);
  const edits: Edit[] = [];
  for (const statement of (program as unknown as { body: Node[] }).body) {
    const declaration = (statement.declaration ?? statement) as Node;
    if (declaration.type !== 'VariableDeclaration') continue;
    for (const { init } of declaration.declarations as { init: Node | null }[]) {
      if (init == null) continue;
      const isCall = init.type === 'CallExpression' && (init.callee as Node).name === 'defineEndpoint';
      // A function runs when called, not when its module loads.
      if (!isCall && (/Function/.test(init.type) || !/\bz\./.test(code.slice(init.start, init.end))))
        continue;
      edits.push({ start: init.start, end: init.start, text: '/*#__PURE__*/ (() => (' });
      if (isCall) edits.push(...restIn((init.arguments as Node[])[0], code));
      edits.push({ start: init.end, end: init.end, text: '))()' });
    }
  }
  let bare = code;
  for (const { start, end, text } of edits.reverse()) bare = bare.slice(0, start) + text + bare.slice(end);
  return bare;
}

function restIn(contract: Node | undefined, code: string): Edit[] {
  const properties = (contract?.properties ?? []) as (Node & { key?: Node })[];
  return properties
    .filter(({ key }) => !parts.has(String(key?.name)))
    .map(({ start, end }) => {
      const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0;
      return { start, end: end + comma, text: '' };
    });
}
