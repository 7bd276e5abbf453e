import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Marked, type Token } from 'marked';
import type { JobFigures } from './figures.ts';
import { escapeHtml } from '#shared/text/escape.ts';
import { projectRoot } from '#server/config.ts';
import { secondMs } from '#server/clock.ts';
import { type Snapshot, type State, type StatusLine, describeStatus, worstState } from './describe-status.ts';

/** How long one snapshot is shown: a page that many reload costs the database little. */
const keptMs = 5 * secondMs;

const style = `:root{color-scheme:light dark;--text:#1b2430;--dim:#566173;--ground:#fff;--line:#dfe3e8;--good:#1d7a46;--soon:#8a5a00;--now:#b3261e;--link:#1f5fbf}
@media (prefers-color-scheme:dark){:root{--text:#e6eaf0;--dim:#a3adbb;--ground:#14181f;--line:#2e3642;--good:#5cc98a;--soon:#e5b454;--now:#ff8a80;--link:#8ab4f8}}
*{box-sizing:border-box}
body{margin:0;color:var(--text);background:var(--ground);font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:24px 16px 48px}
h1{font-size:24px;line-height:1.3;margin:0}
p{margin:4px 0}
a{color:var(--link)}
.dim{color:var(--dim);font-size:14px}
.lines{list-style:none;margin:24px 0 0;padding:0;border-top:1px solid var(--line)}
.lines li{display:grid;grid-template-columns:11rem 6rem 1fr;gap:4px 16px;padding:12px 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
.lines h2{font-size:16px;margin:0}
.state{font-weight:600}
.good .state,h1.good{color:var(--good)}.soon .state,h1.soon{color:var(--soon)}.now .state,h1.now{color:var(--now)}
pre{padding:12px;border:1px solid var(--line);overflow-x:auto}
main{overflow-wrap:anywhere}
details{margin-top:24px}
summary{cursor:pointer}
table{display:block;overflow-x:auto;border-collapse:collapse}
th,td{padding:6px 10px;overflow-wrap:normal;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
@media (max-width:600px){.lines li{grid-template-columns:1fr auto}.lines li div{grid-column:1/-1}}`;

const classes: Readonly<Record<State, string>> = { good: 'good', 'look soon': 'soon', 'act now': 'now' };
const titles: Readonly<Record<State, string>> = {
  good: 'Everything is good',
  'look soon': 'Look soon',
  'act now': 'Act now',
};

/** GET /status: a page for people, or the same as JSON; and /guide, docs/running.md, which its lines link to. */
export function registerStatusPage(app: FastifyInstance, takeSnapshot: () => Promise<Snapshot>): void {
  let kept: { at: number; snapshot: Promise<Snapshot> } | undefined;
  app.get('/status', async (request, reply) => {
    if (!kept || performance.now() - kept.at > keptMs)
      kept = { at: performance.now(), snapshot: takeSnapshot() };
    const snapshot = await kept.snapshot;
    const lines = describeStatus(snapshot);
    reply.header('vary', 'accept').header('cache-control', 'no-store');
    if (prefersJson(request.headers.accept)) {
      const { at, version, uptimeSeconds } = snapshot;
      return reply.send({
        state: worstState(lines),
        at: at.toISOString(),
        version,
        uptimeSeconds: Math.round(uptimeSeconds),
        lines,
        jobs: snapshot.figures.jobs ?? [],
      });
    }
    return sendPage(reply, `${titles[worstState(lines)]} – Countinghouse`, renderStatus(snapshot, lines));
  });
  app.get('/guide', async (_request, reply) => {
    const text = await readFile(join(projectRoot, 'docs', 'running.md'), 'utf8');
    return sendPage(reply, 'Running Countinghouse', renderGuide(text));
  });
}

/** A browser names text/html; curl and monitors accept anything and get JSON when they ask for it. */
const prefersJson = (accept = ''): boolean => accept.includes('json') && !accept.includes('text/html');

function renderStatus(snapshot: Snapshot, lines: readonly StatusLine[]): string {
  const worst = worstState(lines);
  const count = (state: State) => lines.filter((line) => line.state === state).length;
  const counts = `${count('act now')} to act on now, ${count('look soon')} to look at soon, ${count('good')} good`;
  const unread = snapshot.database.isDown
    ? '<p>Figures that are kept in the database are missing until it responds.</p>'
    : '';
  return `<h1 class="${classes[worst]}">${titles[worst]}</h1>
<p>${counts}</p>
${unread}<p class="dim">${escapeHtml(snapshot.at.toISOString().slice(0, 19).replace('T', ' '))} UTC, version ${escapeHtml(snapshot.version)}. Load the page again for newer figures.</p>
<ul class="lines">${lines.map(renderLine).join('')}</ul>
${renderJobs(snapshot.figures.jobs ?? [])}`;
}

function renderJobs(jobs: readonly JobFigures[]): string {
  if (jobs.length === 0) return '';
  const rows = jobs.map(({ name, endedAt, overdueSeconds, isFailing }) => {
    const ended = endedAt ? `${endedAt.toISOString().slice(0, 19).replace('T', ' ')} UTC` : 'runs now';
    const state = isFailing ? 'failed, is repeated' : overdueSeconds > 60 ? 'late' : 'on time';
    return `<tr><td>${escapeHtml(name)}</td><td>${ended}</td><td>${state}</td></tr>`;
  });
  return `<details><summary>Every job of the worker</summary>
<table><thead><tr><th>Job</th><th>Last run ended</th><th>State</th></tr></thead><tbody>${rows.join('')}</tbody></table></details>`;
}

function renderLine({ name, state, figure, advice, help }: StatusLine): string {
  const link = `/guide${help.slice(help.indexOf('#'))}`;
  const next =
    state === 'good'
      ? ''
      : `<p class="dim">${escapeHtml(advice)} <a href="${escapeHtml(link)}">What to do</a></p>`;
  return `<li class="${classes[state]}"><h2>${escapeHtml(name)}</h2><span class="state">${state}</span><div>${escapeHtml(figure)}${next}</div></li>`;
}

/** The id of a heading, as GitHub makes it. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function renderGuide(text: string): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: title }: { tokens: Token[]; depth: number; text: string }) {
        return `<h${depth} id="${escapeHtml(anchorOf(title))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  return `<p><a href="/status">Status</a></p>\n${marked.parse(text, { async: false })}`;
}

/** No script and no external resource; the one style is listed by its hash. */
function sendPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  const hash = createHash('sha256').update(style).digest('base64');
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style></head>
<body><main>${body}
</main></body>
</html>
`);
}
