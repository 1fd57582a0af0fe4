import { startOtlpReceiver } from '@parley/testing/servers/otlp-receiver';
import { openLoop, saturate } from './measure/measure.ts';
import { type Candidate, ratiosOf, runRounds, spanOf } from './measure/rounds.ts';
import { type BenchOptions, durationsOf } from './options.ts';
import { CONNECTIONS, EVERYBODY, makeSendCaller } from './send/send.ts';
import { openWindows } from './system/parley.ts';
import { withSystem } from './system/system.ts';

const PER_SECOND = 200;
/** Rounds relative to those of other comparisons: a difference of a few percent is looked for. */
const ROUNDS = 3;
const RATIOS = { 'at 1 %': '0.01', 'of every request': '1' };

/** The CPU of sends with traces against that of sends without, each by a separate Parley. */
export async function benchTraces(options: BenchOptions): Promise<void> {
  const { rounds, warmUpSeconds, lowRateWarmUpSeconds, openLoopSeconds } = durationsOf(options);
  const receiver = await startOtlpReceiver();
  for (const [share, ratio] of Object.entries(RATIOS)) {
    const variables = {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_TRACES_SAMPLER_ARG: ratio,
    };
    await withSystem({ ...options, webhookUrl: null }, async (off) => {
      await withSystem({ ...options, webhookUrl: null, variables }, async (on) => {
        const candidateOf = (name: string, { parley, postgres }: typeof off): Candidate => ({
          name,
          processes: { own: parley.pid, postgres: postgres.pid },
          call: makeSendCaller(parley),
        });
        const candidates = {
          reference: candidateOf('without traces', off),
          parley: candidateOf(`traces ${share}`, on),
        };
        for (const { parley } of [off, on]) await openWindows(parley.origins, EVERYBODY);
        for (const { call } of Object.values(candidates)) {
          await saturate(CONNECTIONS, warmUpSeconds, call);
          await openLoop(PER_SECOND, lowRateWarmUpSeconds / 2, call);
        }
        const measured = await runRounds(candidates, rounds * ROUNDS, {
          perSecond: PER_SECOND,
          seconds: openLoopSeconds,
        });
        const { own, together } = ratiosOf(measured);
        console.log(
          `bench traces ${share}: CPU a send ${together} × that without (goal at 1 %: ≤ 1.03), Parley alone ${own} ×; ${spanOf(measured)} in ${measured.length} rounds; ${receiver.spans.length} spans`,
        );
      });
    });
    receiver.spans.length = 0;
    receiver.bodies.length = 0;
  }
  await receiver[Symbol.asyncDispose]();
}
