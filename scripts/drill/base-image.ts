import { execFileSync } from 'node:child_process';
import { appendFileSync, copyFileSync, cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Replaces docker.io/library/node where no registry can be reached: Debian with the Node and npm that run this
 * drill, laid out in the same way. Returns its name.
 */
export async function buildStandIn(home: string, name: string): Promise<string> {
  if (!existsSync('/usr/bin/mmdebstrap'))
    throw new Error('This machine lacks mmdebstrap. On Debian: apt-get install mmdebstrap');
  console.log('Making a base image of Debian …');
  const local = join(home, 'base');
  const npm = 'lib/node_modules/npm';
  mkdirSync(join(local, 'bin'), { recursive: true });
  copyFileSync(process.execPath, join(local, 'bin/node'));
  cpSync(findNpm(), join(local, npm), { recursive: true });
  // The registry as this machine reaches it, also through a proxy with a certificate of its own.
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates !== undefined) {
    copyFileSync(certificates, join(local, npm, 'certificates.pem'));
    appendFileSync(join(local, npm, 'npmrc'), `cafile=/usr/local/${npm}/certificates.pem\n`);
  }
  const tar = join(home, 'base.tar');
  const link = (program: string) => `ln -s ../${npm}/bin/${program}-cli.js "$1/usr/local/bin/${program}"`;
  const hooks = [
    `copy-in ${local}/bin ${local}/lib /usr/local`,
    'chroot "$1" useradd --uid 1000 --create-home --shell /bin/bash node',
    link('npm'),
    link('npx'),
  ].map((hook) => `--customize-hook=${hook}`);
  const options = '--quiet --variant=minbase --include=ca-certificates'.split(' ');
  execFileSync('mmdebstrap', [...options, ...hooks, 'bookworm', tar], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const image = `localhost/${name}-base:node`;
  execFileSync('podman', ['import', '--quiet', '--change', 'CMD ["node"]', tar, image], { stdio: 'pipe' });
  return image;
}

/** The folder of the npm that runs this command. */
function findNpm(): string {
  const cli = process.env.npm_execpath;
  if (cli === undefined) throw new Error('Start it by npm: npm run drill -- image --base debian');
  return dirname(dirname(cli));
}
