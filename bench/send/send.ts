import { Pool } from 'undici';
import { openLoop, saturate } from '../measure/measure.ts';
import { type Candidate, costOfParley, halfOf, p50Of, ratiosOf, runRounds, spanOf } from '../measure/rounds.ts';
import { type BenchOptions, durationsOf } from '../options.ts';
import { type BenchParley, type CustomerRange, customerNumber, openWindows } from '../system/parley.ts';
import { withSystem } from '../system/system.ts';

export const CONNECTIONS = 32;
const LOW_RATE = 50;
/** Sends per second of the open loops, with the goals of their CPU. */
const RATES = [
  { perSecond: LOW_RATE, goal: 'Parley ≤ 1.5 ms, PostgreSQL ≤ 0.8 ms' },
  { perSecond: 200, goal: 'Parley ≤ 0.8 ms, PostgreSQL ≤ 0.5 ms' },
];

/** The recipients, in turn. */
export const EVERYBODY: CustomerRange = { from: 0, count: 200 };

const BUTTONS = ['Track it', 'Change the address', 'Cancel it'].map((title, at) => ({ id: `button-${at}`, title }));
/** Sends per second of the comparison of buttons with plain text. */
const BUTTONS_PER_SECOND = 200;
/** Its rounds, relative to those of the other comparisons: a difference of a few percent is looked for. */
const BUTTONS_ROUNDS = 3;

function makeCaller(
  origins: readonly string[],
  path: string,
  headers: Record<string, string>,
  to = EVERYBODY,
  content: object = {},
) {
  const pools = origins.map((origin) => new Pool(origin, { connections: CONNECTIONS }));
  let turn = 0;
  return async (): Promise<boolean> => {
    const at = turn++;
    // safe: there is a pool per gateway, and there are gateways
    const pool = pools[at % pools.length] as Pool;
    const answer = await pool.request({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({
        channel: 'wa',
        to: `+${customerNumber(to.from + (at % to.count))}`,
        message: 'Your order is on its way.',
        ...content,
      }),
    });
    await answer.body.dump();
    return answer.statusCode === 200;
  };
}

/** Sends through the customer API. */
export const makeSendCaller = ({ origins, slug, apiKey }: BenchParley, to?: CustomerRange, content?: object) =>
  makeCaller(origins, `/${slug}/api/messaging/?action=send`, { authorization: `Bearer ${apiKey}` }, to, content);

/**
 * Text sends through the whole path (HTTP, key, limit, parsing, credit, window, database, provider, event) against the
 * hand-written reference, alternately on the same machine, with the same database settings, provider stub and
 * concurrency: at steady rates, at saturation, and at half of it. Sends with buttons are compared with plain text.
 */
export async function benchSend(options: BenchOptions): Promise<void> {
  const { rounds, warmUpSeconds, lowRateWarmUpSeconds, saturationSeconds, openLoopSeconds } = durationsOf(options);
  await withSystem({ ...options, webhookUrl: null }, async ({ parley, postgres, startReference }) => {
    const byHand = await startReference('bench/send/reference-send.ts', {});
    await openWindows(parley.origins, EVERYBODY);
    const reference: Candidate = {
      name: 'reference (Fastify, pg, undici)',
      processes: { own: byHand.running.pid, postgres: byHand.postgres.pid },
      call: makeCaller([byHand.origin], '/send', {}),
    };
    const ours: Candidate = {
      name: 'Parley, whole path',
      processes: { own: parley.pid, postgres: postgres.pid },
      call: makeSendCaller(parley),
    };
    const withButtons: Candidate = {
      ...ours,
      name: 'Parley, with buttons',
      call: makeSendCaller(parley, EVERYBODY, { buttons: BUTTONS }),
    };
    for (const { call } of [reference, ours, withButtons]) await saturate(CONNECTIONS, warmUpSeconds, call);

    const candidates = { reference, parley: ours };
    // V8 compiles rarely executed code only after a while, and an installation that sends at these rates runs for days.
    for (const { call } of [reference, ours]) await openLoop(LOW_RATE, lowRateWarmUpSeconds, call);
    // The low rates first: background work after a flood (search index, vacuum) is not a cost of these sends.
    const steady = [];
    for (const { perSecond } of RATES)
      steady.push(await runRounds(candidates, rounds, { perSecond, seconds: openLoopSeconds }));
    const ofButtons = await runRounds(
      { reference: { ...ours, name: 'Parley, plain text' }, parley: withButtons },
      rounds * BUTTONS_ROUNDS,
      { perSecond: BUTTONS_PER_SECOND, seconds: openLoopSeconds },
    );
    const saturated = await runRounds(candidates, rounds, { connections: CONNECTIONS, seconds: saturationSeconds });
    const { throughput, own, postgres: inPostgres, bus } = ratiosOf(saturated);
    console.log(
      `bench send: throughput ${throughput} of the reference (goal ≥ 0.82), CPU a send: PostgreSQL ${inPostgres} × (goal ≤ 1.0), Parley ${own} × (goal ≤ 1.5)${bus}; median of ${rounds} rounds, ${CONNECTIONS} connections`,
    );
    for (const [at, { perSecond, goal }] of RATES.entries()) {
      const rate = steady[at] ?? [];
      const { together, bus: busCost } = ratiosOf(rate);
      console.log(
        `bench send at ${perSecond}/s: CPU a send ${costOfParley(rate)} (goal: ${goal}), both together ${together} × the reference's at that rate (goal ≤ 1.7)${busCost}; ${p50Of(rate, 'answered')}`,
      );
    }
    const { own: ownOfButtons, together: togetherOfButtons } = ratiosOf(ofButtons);
    console.log(
      `bench send with buttons at ${BUTTONS_PER_SECOND}/s: CPU a send ${togetherOfButtons} × that of plain text (goal ≤ 1.10), Parley alone ${ownOfButtons} ×; ${spanOf(ofButtons)} in ${ofButtons.length} rounds`,
    );
    const perSecond = halfOf(saturated);
    const half = await runRounds(candidates, rounds, { perSecond, seconds: openLoopSeconds });
    console.log(
      `bench send at half of saturation, ${perSecond}/s: ${p50Of(half, 'answered', 3)}, p99 ${ratiosOf(half).answerP99} × the reference's at that rate (goal ≤ 2)`,
    );
  });
}
