import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = 'clients/node/src';
const generated = new Set(['types.ts', 'operations.ts']);
const maxLines = 300;

/** The client is a separate package: it imports only its files and Node, and the product does not import it. */
export function clientComplaints(root: string, code: readonly string[]): string[] {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const clientFindings = readdirSync(join(root, folder)).flatMap((name) => {
    const text = read(`${folder}/${name}`);
    const lines = text.split('\n').length - 1;
    return [
      ...foreignImports(text).map((target) => `${folder}/${name}: must not import ${target}`),
      ...(lines > maxLines && !generated.has(name)
        ? [`${folder}/${name}: ${lines} lines; split what it does (at most ${maxLines})`]
        : []),
    ];
  });
  const product = code
    .filter((file) => !/\/test\/|^src\/testing\//.test(file) && /'[^']*clients\/node\//.test(read(file)))
    .map((file) => `${file}: only tests import the client`);
  return [...clientFindings, ...product];
}

/** Modules that are neither of the package nor of Node. */
export function foreignImports(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(?:node:[\w/]+|\.\/[\w-]+\.ts)$/.test(target));
}
