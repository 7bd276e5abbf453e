import { type Endpoint, parseRoute } from '#shared/define-endpoint.ts';
import { allCalls, handlerFile, testFile } from './endpoints.ts';

/** `npm run where <path>`: endpoint, handler, test and permission of the endpoints at a path. */
const path = process.argv[2];
if (!path) {
  console.error('npm run where <path>, for example: npm run where /auth/login');
  process.exit(1);
}

const found = (await allCalls()).filter(({ call }) => listPlaces(call).some((url) => matches(url, path)));
if (found.length === 0) {
  console.error(`No endpoint matches ${path}. Screens are listed in src/app/web/screens.tsx.`);
  process.exit(1);
}
for (const { call, feature } of found) {
  const folder = `src/features/${feature}`;
  const handler = handlerFile(call.name, feature);
  console.log(`${call.method} ${call.url}${call.merchantRoute ? `  (and ${call.merchantRoute})` : ''}`);
  console.log(`  what      ${call.summary}`);
  console.log(`  endpoint  ${folder}/endpoints.ts: ${call.name}`);
  console.log(`  handler   ${handler}`);
  console.log(`  test      ${testFile(call.name, feature) ?? 'none'}`);
  console.log(`  auth      ${JSON.stringify(call.auth)}`);
}

function listPlaces(call: Endpoint): string[] {
  return [call.url, ...(call.merchantRoute ? [parseRoute(call.merchantRoute).url] : [])];
}

function matches(url: string, path: string): boolean {
  const clean = path.replace(/^https?:\/\/[^/]+/, '').replace(/\?.*$/, '');
  const [pattern, parts] = [url.split('/'), clean.split('/')];
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => part.startsWith('{') || part === parts[index])
  );
}
