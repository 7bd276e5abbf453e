import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';

/** Hot reload: Vite serves the pages and proxies requests; the server restarts when its files change. */
const root = join(import.meta.dirname, '..');
const watched = ['app/server', 'shared', 'database', 'features', 'integrations', 'server'];
const args = process.argv.slice(2);
const portFlag = args.indexOf('--port');
const port = portFlag >= 0 ? Number(args[portFlag + 1]) : 8080;
const pagePort = port + 1000;

const server = spawn(
  process.execPath,
  [
    ...watched.map((folder) => `--watch-path=${join(root, 'src', folder)}`),
    '--watch-preserve-output',
    join(root, 'src/app/server/main.ts'),
    ...args,
    '--portal-url',
    `http://localhost:${pagePort}`,
  ],
  { stdio: 'inherit' },
);
// vite.config.ts decides which paths are requests to the server and which are pages.
process.env.PORTAL_URL = `http://127.0.0.1:${port}`;
const pages = await createServer({
  configFile: join(root, 'vite.config.ts'),
  server: { port: pagePort, strictPort: true },
});
await pages.listen();
console.log(`pages with hot reload: http://localhost:${pagePort}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server.kill(signal);
    void pages.close().then(() => process.exit(0));
  });
}
