#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { Countinghouse, CountinghouseError, type ListenReport, listen } from './countinghouse.ts';

const usage = `Receives the events of your test payments on your machine.

  countinghouse-listen --to http://localhost:3000/hooks [--events payment.*,refund.failed]

  --to            the address of your server
  --events        types and patterns, separated by commas (all)
  --url           the address of the gateway (COUNTINGHOUSE_URL)
  --installation  the number of the installation (COUNTINGHOUSE_INSTALLATION)
  --secret        a signing secret of your own, whsec_… (a new one for each session)

The key is read from COUNTINGHOUSE_API_SECRET, and COUNTINGHOUSE_API_ID where it has an id. It must be a test key.`;

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());

const print = (text: string): void => void process.stdout.write(`${text}\n`);

function printReport(report: ListenReport): void {
  const time = new Date().toTimeString().slice(0, 8);
  switch (report.kind) {
    case 'ready':
      print(`Signing secret of this session: ${report.secret}`);
      print(`Events go to ${report.to}. Stop with Ctrl+C.`);
      return;
    case 'delivery': {
      const { event, status, error, durationMs, willRetry } = report;
      const result = status ?? error ?? 'no response';
      print(
        `${time}  ${event.type}  ${event.id}  ${result}  ${durationMs} ms${willRetry ? '  (again)' : ''}`,
      );
      return;
    }
    case 'disconnected':
      print(`${time}  The gateway does not respond: ${report.error}`);
      return;
    default:
      print(`${time}  Connected again`);
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      events: { type: 'string' },
      url: { type: 'string', default: process.env['COUNTINGHOUSE_URL'] },
      installation: { type: 'string', default: process.env['COUNTINGHOUSE_INSTALLATION'] },
      secret: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { to, events, url, installation, secret } = values;
  const key = process.env['COUNTINGHOUSE_API_SECRET'];
  if (values.help || !to || !url || !installation || !key) {
    const needed = {
      '--to': to,
      COUNTINGHOUSE_URL: url,
      COUNTINGHOUSE_INSTALLATION: installation,
      COUNTINGHOUSE_API_SECRET: key,
    };
    const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]));
    if (!values.help) print(`Missing: ${missing.join(', ')}\n`);
    print(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const apiId = process.env['COUNTINGHOUSE_API_ID'];
  const client = new Countinghouse({
    baseUrl: url,
    installationId: Number(installation),
    secret: key,
    ...(apiId ? { apiId } : {}),
  });
  await listen(client, {
    to,
    signal: stop.signal,
    report: printReport,
    ...(events ? { events: events.split(',').map((event) => event.trim()) } : {}),
    ...(secret ? { secret } : {}),
  });
}

main().catch((error: unknown) => {
  const code = error instanceof CountinghouseError && error.reasonCode ? ` (${error.reasonCode})` : '';
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}${code}\n`);
  process.exitCode = 1;
});
