import { parseArgs } from 'node:util';
import { startAdyenSimulator } from '#testing/simulators/adyen/start-adyen-simulator.ts';
import { startStripeSimulator } from '#testing/simulators/stripe/start-stripe-simulator.ts';

/** `npm run simulator -- adyen --port 4010 --webhook http://localhost:8081/…`: a simulated account of a processor, until Ctrl-C. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string' }, webhook: { type: 'string' } },
});
const port = values.port === undefined ? undefined : Number(values.port);
const deliverEvery = 500;

if (positionals[0] === 'adyen') {
  const webhook = values.webhook === undefined ? undefined : { url: values.webhook };
  const { url, apiKey, hmacKey, merchantAccount } = await startAdyenSimulator({
    port,
    webhook,
    deliverEvery,
  });
  console.table({ url, apiKey, hmacKey, merchantAccount });
} else if (positionals[0] === 'stripe') {
  const { webhook: webhookUrl } = values;
  const { url, apiKey, webhookSecret } = await startStripeSimulator({ port, webhookUrl, deliverEvery });
  console.table({ url, apiKey, webhookSecret });
} else {
  console.error('npm run simulator -- adyen | stripe [--port 4010] [--webhook <url>]');
  process.exit(1);
}
