import { Agent, request } from 'undici';

/** A webhook to post; `url` is called before each attempt, because the receiver may move or start later. */
export interface Callback {
  url: () => string | null;
  headers: Record<string, string>;
  body: Buffer;
  /** Whether an HTTP status ends the retries. */
  accepts: (status: number) => boolean;
  onAttempt?: (outcome: CallbackOutcome) => void;
}

/** The outcome of one attempt; status 0 means that there was no HTTP answer. */
export interface CallbackOutcome {
  status: number;
  error: string | null;
  will_retry: boolean;
}

/** Posts webhooks with bounded concurrency, bounded retries and a bounded queue. */
export type CallbackSender = ReturnType<typeof makeCallbackSender>;

interface Job {
  callback: Callback;
  attempt: number;
  settle: (outcome: CallbackOutcome) => void;
}

const MAX_CONCURRENT = 16;
const MAX_PENDING = 50_000;
const DEADLINE_MS = 10_000;

/** Logs abandoned webhooks; arguments in pino's order. */
export interface SandboxLogger {
  warn(fields: Record<string, unknown>, message: string): void;
}

/** Makes the sender; `retryDelaysMs` holds the pause before each retry. */
export function makeCallbackSender(deps: { retryDelaysMs: number[]; logger?: SandboxLogger | undefined }) {
  const agent = new Agent({
    connections: MAX_CONCURRENT,
    headersTimeout: DEADLINE_MS,
    bodyTimeout: DEADLINE_MS,
    connect: { timeout: DEADLINE_MS },
  });
  let queue: Job[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let active = 0;
  let dropped = 0;
  let generation = 0;

  async function run(job: Job) {
    const startedIn = generation;
    const { status, error } = await post(agent, job.callback);
    const delayMs = deps.retryDelaysMs[job.attempt];
    const again = !job.callback.accepts(status) && delayMs !== undefined && startedIn === generation;
    const outcome = { status, error, will_retry: again };
    job.callback.onAttempt?.(outcome);
    job.settle(outcome);
    if (again) retryLater(job, delayMs);
    else if (!job.callback.accepts(status)) {
      deps.logger?.warn({ status, error, attempts: job.attempt + 1 }, 'webhook given up');
    }
  }

  function retryLater(job: Job, delayMs: number) {
    const timer = setTimeout(() => {
      timers.delete(timer);
      queue.push({ ...job, attempt: job.attempt + 1 });
      pump();
    }, delayMs);
    timer.unref();
    timers.add(timer);
  }

  function pump() {
    while (active < MAX_CONCURRENT) {
      const job = queue.shift();
      if (!job) return;
      active++;
      void run(job).finally(() => {
        active--;
        pump();
      });
    }
  }

  function forget() {
    generation++;
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
    for (const job of queue) job.settle({ status: 0, error: 'sandbox reset', will_retry: false });
    queue = [];
  }

  return {
    /** Resolves with the first attempt's outcome; retries continue in the background. */
    send(callback: Callback): Promise<CallbackOutcome> {
      if (queue.length + timers.size >= MAX_PENDING) {
        dropped++;
        return Promise.resolve({ status: 0, error: 'queue full', will_retry: false });
      }
      return new Promise((settle) => {
        queue.push({ callback, attempt: 0, settle });
        pump();
      });
    },
    pending: () => queue.length + timers.size + active,
    dropped: () => dropped,
    clear: forget,
    async close() {
      forget();
      await agent.destroy();
    },
  };
}

async function post(agent: Agent, callback: Callback): Promise<{ status: number; error: string | null }> {
  const url = callback.url();
  if (url === null) return { status: 0, error: 'no callback address' };
  try {
    const { headers, body } = callback;
    const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent });
    await answer.body.dump({ limit: 64 * 1024 });
    return { status: answer.statusCode, error: null };
  } catch (error) {
    return { status: 0, error: error instanceof Error ? error.message : String(error) };
  }
}
