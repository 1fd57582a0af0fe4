import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { reservePorts } from '@parley/testing/servers/reserve-ports';
import { readProcesses, treeOf } from '../measure/cpu-time.ts';
import { type Figures, figuresOf, median, openLoop, show } from '../measure/measure.ts';
import { type BenchOptions, durationsOf } from '../options.ts';
import { makeSendCaller } from '../send/send.ts';
import {
  type BenchParley,
  callOperator,
  customerNumber,
  customerText,
  openHook,
  openWindows,
  SLUG,
} from '../system/parley.ts';
import { startProgram } from '../system/processes.ts';
import { withSystem } from '../system/system.ts';

/** Customers who write at the same moment. */
const CONVERSATIONS = 200;
const MODEL_MS = 3000;
const SENDS_A_SECOND = 50;
/** Customers who only receive sends. */
const RECIPIENTS = { from: 400, count: 100 };
const LOOK_EVERY_MS = 1000;
const ANSWERED_WITHIN_MS = 120_000;
const MEGABYTE = 1024 * 1024;
const PAGE_BYTES = 4096;
/** Memory that a turn may hold during its model call: prompt, connection and answer. */
const PER_TURN_MB = 1;

interface EndedTurn {
  state: string;
  outcome: string | null;
  created_at: string;
  ended_at: string | null;
}

async function addBot({ origins: [origin = ''] }: BenchParley, modelUrl: string): Promise<string> {
  const path = `/tenants/${SLUG}`;
  await callOperator(
    origin,
    `${path}/ai-keys/openai`,
    { api_key: 'sk-of-the-bench', base_url: `${modelUrl}/v1` },
    'PUT',
  );
  const bot = { name: 'bench', key_mode: 'own', provider: 'openai', model: 'm', instructions: 'Be kind.' };
  return (await callOperator(origin, `${path}/bots`, { ...bot, debounce_seconds: 0 }))?.id ?? '';
}

/** The newest turns, newest first. */
async function readTurns({ origins: [origin = ''] }: BenchParley, botId: string): Promise<EndedTurn[]> {
  const answer = await callOperator(origin, `/tenants/${SLUG}/bots/${botId}/turns?limit=${CONVERSATIONS}`, null, 'GET');
  // safe: the operator API lists turns
  return (answer as unknown as { items: EndedTurn[] }).items;
}

/** Memory that Parley's processes use now, in MB. */
async function readResidentMb({ pid }: BenchParley): Promise<number> {
  const processes = treeOf(pid, await readProcesses()).filter(({ name }) => name !== 'postgres');
  const lines = await Promise.all(
    processes.map((each) => readFile(`/proc/${each.pid}/statm`, 'utf8').catch(() => '0 0')),
  );
  return lines.reduce((sum, line) => sum + Number(line.split(' ')[1]), 0) * (PAGE_BYTES / MEGABYTE);
}

interface Wave {
  answers: Figures;
  /** Until the last customer was answered. */
  slowestMs: number;
  replied: number;
  memoryMb: number;
  sends: Figures;
}

/** All customers write at once; sends continue until all of them are answered. */
async function runWave(parley: BenchParley, botId: string, nth: number, send: () => Promise<boolean>): Promise<Wave> {
  const startedAt = new Date();
  const hook = openHook(parley.origins, CONVERSATIONS);
  let memoryMb = 0;
  const answered = async (): Promise<EndedTurn[]> => {
    for (const deadlineMs = Date.now() + ANSWERED_WITHIN_MS; ; ) {
      memoryMb = Math.max(memoryMb, await readResidentMb(parley));
      const turns = (await readTurns(parley, botId)).filter(({ created_at: at }) => new Date(at) >= startedAt);
      if (turns.length >= CONVERSATIONS && turns.every(({ state }) => state === 'done')) return turns;
      if (Date.now() > deadlineMs) throw new Error(`${turns.length} turns, and not all of them have ended.`);
      await pause(LOOK_EVERY_MS);
    }
  };
  const [turns, sends] = await Promise.all([
    answered(),
    openLoop(SENDS_A_SECOND, (2 * MODEL_MS) / 1000, send),
    ...Array.from({ length: CONVERSATIONS }, (_, at) =>
      hook.post([customerText(customerNumber((nth % 2) * CONVERSATIONS + at), `A question ${at}`)]),
    ),
  ]);
  await hook.close();
  const times = turns.map((turn) => new Date(turn.ended_at ?? 0).getTime() - new Date(turn.created_at).getTime());
  const slowestMs = Math.max(...times);
  return {
    answers: figuresOf(times, slowestMs / 1000),
    slowestMs,
    replied: turns.filter(({ outcome }) => outcome === 'replied').length,
    memoryMb,
    sends,
  };
}

/**
 * 200 concurrent conversations with a model that takes three seconds: how soon people get their answers, and the effect
 * on concurrent sends.
 */
export async function benchBots(options: BenchOptions): Promise<void> {
  const { rounds, warmUpSeconds } = durationsOf(options);
  await withSystem({ ...options, webhookUrl: null }, async ({ parley }) => {
    const [port = 0] = await reservePorts(1);
    const modelUrl = `http://127.0.0.1:${port}`;
    const model = await startProgram(
      'bench/bots/model-stub.ts',
      { STUB_PORT: String(port), STUB_MODEL_MS: String(MODEL_MS) },
      modelUrl,
    );
    try {
      await openWindows(parley.origins, RECIPIENTS);
      const send = makeSendCaller(parley, RECIPIENTS);
      const botId = await addBot(parley, modelUrl);
      await openLoop(SENDS_A_SECOND, warmUpSeconds, send);
      const slowDowns: number[] = [];
      for (let nth = 0; nth < rounds; nth++) {
        const restMb = await readResidentMb(parley);
        const alone = await openLoop(SENDS_A_SECOND, (2 * MODEL_MS) / 1000, send);
        const { answers, slowestMs, replied, memoryMb, sends } = await runWave(parley, botId, nth, send);
        slowDowns.push(sends.p50Ms / alone.p50Ms);
        console.log(show('sends alone', alone));
        console.log(show(`sends beside ${CONVERSATIONS} turns`, sends));
        console.log(
          `bench bots: ${replied} of ${CONVERSATIONS} answered, p50 ${answers.p50Ms} ms, the last after ${slowestMs} ms (goal ≤ 10,000; the model takes ${MODEL_MS}); memory ${restMb.toFixed(0)} MB before, at most ${memoryMb.toFixed(0)} MB (goal: ${PER_TURN_MB} MB a turn more)`,
        );
      }
      console.log(
        `bench bots: p50 of sends at ${SENDS_A_SECOND}/s ${median(slowDowns).toFixed(2)} × that without bots (goal ≤ 1.1); median of ${rounds} rounds`,
      );
    } finally {
      await model.stop();
    }
  });
}
