import { execFileSync } from 'node:child_process';

execFileSync('oxfmt', [], { stdio: 'inherit' });
