#!/usr/bin/env node
// The command of the package (scripts/build-package.ts puts it into bin). Plain JavaScript that an old Node can
// read, so that it gets a sentence.
const commands = {
  start: 'src/app/server/main.js',
  admin: 'scripts/admin.js',
  'audit-verify': 'scripts/audit-verify.js',
  'schedule-clear': 'scripts/clear-schedule.js',
};

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`\nCountinghouse needs Node 24 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

const [name] = process.argv.slice(2);
const isNamed = name !== undefined && !name.startsWith('-');
if (isNamed && !Object.hasOwn(commands, name)) {
  console.error(`\nUnknown command. One of: ${Object.keys(commands).join(', ')}.\n`);
  process.exit(1);
}
if (isNamed) process.argv.splice(2, 1);
// A killed npx sends no signal: the program then stops by itself.
if (process.env.npm_command === 'exec') process.env.COUNTINGHOUSE_LAUNCHER = String(process.ppid);
await import(`../${commands[isNamed ? name : 'start']}`);
