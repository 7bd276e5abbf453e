import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startAdyenSimulator } from '#testing/simulators/adyen/start-adyen-simulator.ts';
import { startHyperswitchSimulator } from '#testing/simulators/hyperswitch/start-hyperswitch-simulator.ts';
import { startStripeSimulator } from '#testing/simulators/stripe/start-stripe-simulator.ts';

/** `npm run simulator -- adyen --port 4010 --webhook http://localhost:8081/…`: a simulated account of a processor, until Ctrl-C. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string' }, webhook: { type: 'string' } },
});
const port = values.port === undefined ? undefined : Number(values.port);
const deliverEvery = 500;
/** The same after a restart on the same port, so a connection need not be set up again. */
const key = createHash('sha256').update(`${positionals[0]} ${port}`).digest('hex');

if (positionals[0] === 'adyen') {
  const webhook = values.webhook === undefined ? undefined : { url: values.webhook };
  const keys = { apiKey: `AQE${key}`, hmacKey: key };
  const { url, merchantAccount } = await startAdyenSimulator({ ...keys, port, webhook, deliverEvery });
  console.table({ url, ...keys, merchantAccount });
} else if (positionals[0] === 'stripe') {
  const { webhook: webhookUrl } = values;
  const keys = { apiKey: `sk_test_${key}`, webhookSecret: `whsec_${key}` };
  const { url } = await startStripeSimulator({ ...keys, port, webhookUrl, deliverEvery });
  console.table({ url, ...keys });
} else if (positionals[0] === 'hyperswitch') {
  const { webhook: webhookUrl } = values;
  const keys = { apiKey: `snd_${key}`, webhookKey: key };
  const started = await startHyperswitchSimulator({ ...keys, port, webhookUrl, deliverEvery });
  console.table({ url: started.url, ...keys, merchantId: started.merchantId });
} else {
  console.error('npm run simulator -- adyen | stripe | hyperswitch [--port 4010] [--webhook <url>]');
  process.exit(1);
}
