import { saturate } from '../measure/measure.ts';
import { type Candidate, halfOf, p50Of, parleyCost, ratiosOf, runRounds } from '../measure/rounds.ts';
import { type BenchOptions, durationsOf } from '../options.ts';
import { type Customer, startCustomer } from '../system/customer.ts';
import { APP_SECRET, customerNumber, customerText, openHook } from '../system/parley.ts';
import { withSystem } from '../system/system.ts';

const CONNECTIONS = 32;
/** Messages per second of the open loops. */
const RATES = [50, 200];

/** Posts provider webhooks of the bench's customers; the customer's server records the arrival of each text. */
export function makeReceive(origins: readonly string[], customer: Customer): () => Promise<boolean> {
  const hook = openHook(origins, CONNECTIONS);
  let turn = 0;
  return () => hook.post([customerText(customerNumber(turn++), customer.write())]);
}

/**
 * Provider webhooks to the customer, against a hand-written program that does the same: at saturation, at steady rates,
 * and at half of saturation. Both answer the provider first, then post to the customer.
 */
export async function benchInbound(options: BenchOptions): Promise<void> {
  const { rounds, warmUpSeconds, saturationSeconds, openLoopSeconds: seconds } = durationsOf(options);
  const customer = await startCustomer();
  try {
    await withSystem({ ...options, webhookUrl: customer.url('parley') }, async (system) => {
      const { parley, postgres } = system;
      const byHand = await system.startReference('bench/inbound/reference-inbound.ts', {
        APP_SECRET,
        CUSTOMER_URL: customer.url('reference'),
      });
      const reference: Candidate = {
        name: 'reference (Fastify, pg, undici)',
        processes: { own: byHand.running.pid, postgres: byHand.postgres.pid },
        call: makeReceive([byHand.origin], customer),
        arrivals: customer.arrivals('reference'),
      };
      const ours: Candidate = {
        name: 'Parley, answered',
        processes: { own: parley.pid, postgres: postgres.pid },
        call: makeReceive(parley.origins, customer),
        arrivals: customer.arrivals('parley'),
      };
      for (const { call, arrivals } of [reference, ours])
        await arrivals?.wait((await saturate(CONNECTIONS, warmUpSeconds, call)).count);

      const candidates = { reference, parley: ours };
      // The low rates first: background work after a flood (search index, vacuum) is not a cost of these messages.
      const steady = [];
      for (const perSecond of RATES) steady.push(await runRounds(candidates, rounds, { perSecond, seconds }));
      const saturated = await runRounds(candidates, rounds, { connections: CONNECTIONS, seconds: saturationSeconds });
      const { throughput, own, postgres: inPostgres, bus } = ratiosOf(saturated);
      console.log(
        `bench inbound with delivery: throughput ${throughput} of the reference (goal ≥ 0.75), CPU a message: PostgreSQL ${inPostgres} × (goal ≤ 1.0), Parley ${own} × (goal ≤ 1.6)${bus}; median of ${rounds} rounds, ${CONNECTIONS} connections, until the last one arrived`,
      );
      for (const [at, perSecond] of RATES.entries()) {
        const rate = steady[at] ?? [];
        const ofSaturated = (parleyCost(rate) / parleyCost(saturated)).toFixed(2);
        console.log(
          `bench inbound at ${perSecond}/s: CPU a message of both together ${ratiosOf(rate).together} × the reference's at that rate (goal ≤ 1.5), ${ofSaturated} × its own at saturation${ratiosOf(rate).bus}; at the customer ${p50Of(rate, 'done')}; of the answer ${p50Of(rate, 'answered')}`,
        );
      }
      const perSecond = halfOf(saturated);
      const half = await runRounds(candidates, rounds, { perSecond, seconds });
      const { answerP99, doneP99 } = ratiosOf(half);
      console.log(
        `bench inbound at half of saturation, ${perSecond}/s: at the customer ${p50Of(half, 'done', 3)}, p99 ${doneP99} × the reference's at that rate (goal ≤ 2); of the answer ${p50Of(half, 'answered')}, p99 ${answerP99} ×`,
      );
    });
  } finally {
    customer.close();
  }
}
