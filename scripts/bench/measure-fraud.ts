import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { inTenant } from '#database/tenant.ts';
import { runConcurrently } from '#server/run-concurrently.ts';
import { type CompiledRules, Evaluation, compileRules } from '#features/fraud/fraud-engine/evaluate-rules.ts';
import type { FraudFacts } from '#features/fraud/fraud-engine/facts.ts';
import { insertRule, raiseRuleSetVersion } from '#features/fraud/fraud-rules/server/db/rules.ts';
import type { BenchEnv } from './bench-env.ts';
import { generateFacts, generateRules } from './fraud-rules.ts';
import { payOverHttp } from './measure-payments.ts';
import { type Peer, loadPeers } from './rule-peers.ts';
import { type Figure, median } from './statistics.ts';

const rulesOfMerchant = 200;

/** Payments evaluated a CPU second, against other engines with the same rules; all must match the same rules. */
export async function* measureEngines(rounds: number): AsyncGenerator<Figure> {
  const rules = generateRules(rulesOfMerchant, 7);
  const facts = generateFacts(2000, 11);
  const compiled = compileRules(rules);
  const ours = (paymentFacts: FraudFacts) => evaluate(compiled, paymentFacts);
  for (const peer of loadPeers(rules)) {
    await expectSame(peer, facts.slice(0, 200), ours);
    const rates: { ours: number; floor: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      rates.push({
        ours: await perCpuSecond(facts, 20, ours),
        floor: await perCpuSecond(facts.slice(0, 200), 1, (paymentFacts) => peer.evaluate(paymentFacts)),
      });
    }
    yield {
      name: `200 rules, against ${peer.name}`,
      unit: '/CPU s',
      ours: median(rates.map((rate) => rate.ours)),
      floor: median(rates.map((rate) => rate.floor)),
      ratio: median(rates.map((rate) => rate.ours / rate.floor)),
    };
  }
}

const evaluate = (compiled: CompiledRules, facts: FraudFacts): number[] =>
  new Evaluation(compiled, facts, 1).finish([]).map(({ ruleId }) => ruleId);

async function expectSame(
  peer: Peer,
  facts: readonly FraudFacts[],
  ours: (facts: FraudFacts) => number[],
): Promise<void> {
  let matches = 0;
  for (const paymentFacts of facts) {
    const [ourResult, peerResult] = [ours(paymentFacts), await peer.evaluate(paymentFacts)];
    if (ourResult.join() !== peerResult.join())
      throw new Error(`${peer.name} matches ${peerResult.join()}, we ${ourResult.join()}`);
    matches += ourResult.length;
  }
  if (matches < facts.length) throw new Error('the rules match too few payments to compare engines');
}

async function perCpuSecond(
  facts: readonly FraudFacts[],
  times: number,
  work: (facts: FraudFacts) => unknown,
): Promise<number> {
  const start = process.cpuUsage();
  for (let time = 0; time < times; time += 1) for (const paymentFacts of facts) await work(paymentFacts);
  const { user, system } = process.cpuUsage(start);
  return (facts.length * times) / ((user + system) / 1e6);
}

/**
 * Memory and time of the compiled rules of 1,000 merchants with separate rules. The floors are the targets: 1,500 bytes a rule
 * are 60 MB for the 200 merchants with 200 rules that a process keeps (process-state.ts).
 */
export function measureRuleSets(): Figure[] {
  const merchants = 1000;
  const documents = Array.from({ length: merchants }, (_, merchant) =>
    generateRules(rulesOfMerchant, merchant, 0.2),
  );
  const before = heapBytes();
  const start = process.cpuUsage();
  const compiled = documents.map(compileRules);
  const { user, system } = process.cpuUsage(start);
  const bytes = (heapBytes() - before) / (merchants * rulesOfMerchant);
  const ms = (user + system) / 1000 / compiled.length;
  return [
    { name: 'compiled rule, 1,000 × 200', unit: 'B', ours: bytes, floor: 1500, ratio: bytes / 1500 },
    { name: 'compiling a merchant of 200 rules', unit: 'ms', ours: ms, floor: 2.5, ratio: ms / 2.5 },
  ];
}

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Payments a second at a merchant with 200 rules, a fifth of whose conditions count attempts, against none. */
export async function measureRuledPayments(env: BenchEnv, rounds: number, count: number): Promise<Figure> {
  await insertRules(env);
  const run = randomBytes(4).toString('hex');
  let roundNumber = 0;
  const rate = async (isActive: boolean) => {
    await activate(env, isActive);
    await payMany(env, run, 20, () => (roundNumber += 1));
    const start = performance.now();
    await payMany(env, run, count, () => (roundNumber += 1));
    return count / ((performance.now() - start) / 1000);
  };
  const rates: { ours: number; floor: number }[] = [];
  for (let round = 0; round < rounds; round += 1)
    rates.push({ floor: await rate(false), ours: await rate(true) });
  await activate(env, false);
  return {
    name: 'payments with 200 rules, against none',
    unit: '/s',
    ours: median(rates.map((rate) => rate.ours)),
    floor: median(rates.map((rate) => rate.floor)),
    ratio: median(rates.map((rate) => rate.ours / rate.floor)),
  };
}

async function payMany(env: BenchEnv, run: string, count: number, index: () => number): Promise<void> {
  let remaining = count;
  const next = () => (remaining > 0 ? (remaining -= 1) + 1 : undefined);
  await runConcurrently(8, next, () => {
    const number = index();
    return payOverHttp(env, `R-${run}-${number}`, number);
  });
}

const benchName = 'Bench rule';
const installationId = 5_300_001;

async function insertRules(env: BenchEnv): Promise<void> {
  const [place] = await env.owner<{ companyId: number; merchantId: number }[]>`
    select company_id, merchant_id from installation where installation_id = ${installationId}`;
  if (!place) throw new Error('the demo installation is missing');
  const { companyId, merchantId } = place;
  const [existing] =
    await env.owner`select from fraud_rule where company_id = ${companyId} and name = ${benchName} limit 1`;
  if (existing) return;
  await inTenant(env.services.database, [companyId], async (sql) => {
    for (const rule of generateRules(rulesOfMerchant, 3, 0.2, installationId)) {
      const content = { ...rule, name: benchName, description: benchName, merchantIds: [merchantId] };
      const by = 'bench@countinghouse.example';
      await insertRule(sql, {
        companyId,
        organisationId: companyId,
        content,
        active: false,
        by,
        at: new Date(),
      });
    }
  });
}

async function activate(env: BenchEnv, isActive: boolean): Promise<void> {
  const [row] = await env.owner<{ companyId: number }[]>`
    update fraud_rule set active = ${isActive} where name = ${benchName} returning company_id`;
  await inTenant(env.services.database, [row?.companyId ?? 0], (sql) =>
    raiseRuleSetVersion(sql, row?.companyId ?? 0),
  );
}
