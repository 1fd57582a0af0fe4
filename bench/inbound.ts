import { freePorts } from '@parley/prisma/free-port';
import { figuresOf, saturate, show } from './measure.ts';
import { APP_SECRET, postWebhook } from './parley.ts';
import { startProgram } from './processes.ts';
import { measureSteady, type ProviderToCustomer, textOf, withProviderToCustomer } from './provider-to-customer.ts';

const SATURATION_SECONDS = 8;
const CONCURRENCY = 32;

async function measureSaturation(line: ProviderToCustomer): Promise<void> {
  const [port = 0] = await freePorts(1);
  const referenceUrl = `http://127.0.0.1:${port}`;
  const databaseUrl = new URL('/postgres', line.databaseUrl).href;
  const reference = await startProgram(
    'bench/reference-inbound.ts',
    { REFERENCE_PORT: String(port), APP_SECRET, DATABASE_URL: databaseUrl },
    `${referenceUrl}/readyz`,
  );
  let number = 0;
  const byHand = await saturate(CONCURRENCY, SATURATION_SECONDS, () => postWebhook(referenceUrl, [textOf(number++)]));
  await reference.stop();
  line.forget();
  const saturated = await saturate(CONCURRENCY, SATURATION_SECONDS, line.receive);
  const drainMs = await line.waitForArrivals(saturated.count);
  const arrived = line.delays();
  console.log(show(`reference at saturation (${CONCURRENCY})`, byHand));
  console.log(show(`answered at saturation (${CONCURRENCY})`, saturated));
  console.log(
    show(
      'to the customer at saturation',
      figuresOf(arrived, SATURATION_SECONDS + drainMs / 1000, saturated.count - arrived.length),
    ),
  );
  const ratio = (saturated.perSecond / byHand.perSecond).toFixed(2);
  console.log(
    `bench inbound: ratio ${ratio} of the reference, deliveries to the customer going on beside; the last one arrived ${(drainMs / 1000).toFixed(1)} s after the last answer`,
  );
}

/** Provider webhooks answered, and the time from a provider's webhook to the customer's: at a steady rate and at saturation. */
export const benchInbound = (): Promise<void> =>
  withProviderToCustomer(async (line) => {
    await measureSteady(line);
    await measureSaturation(line);
  });
