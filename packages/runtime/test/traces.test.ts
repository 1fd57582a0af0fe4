import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pollUntil } from '@parley/testing/poll-until';
import { type OtlpReceiver, startOtlpReceiver } from '@parley/testing/servers/otlp-receiver';
import { silentLogger } from '@parley/testing/silent-logger';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTracing } from '../src/tracing/open-tracing.ts';
import {
  beginLeaf,
  currentTrace,
  type SpanStart,
  traced,
  tracedAfter,
  tracedFrom,
  traceRequest,
  untraced,
} from '../src/tracing/tracing.ts';

const REQUEST: SpanStart = { name: 'POST', kind: 'server' };
const WORK: SpanStart = { name: 'work', kind: 'internal' };
const STATEMENT: SpanStart = { name: 'statement', kind: 'client' };
const beginStatement = (): SpanStart => STATEMENT;
const begin = (spans: readonly string[]) => () => ({ ...WORK, spans });
const nothing = () => ({});

let receiver: OtlpReceiver;
let logged: string[] = [];
let close = async (): Promise<void> => {};

beforeEach(async () => {
  receiver = await startOtlpReceiver();
});
afterEach(async () => {
  await close();
  await receiver[Symbol.asyncDispose]();
});

async function open(share = 1): Promise<void> {
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: undefined,
    OTEL_TRACES_SAMPLER_ARG: share,
  };
  // An export of an earlier test may still fail.
  const lines: string[] = [];
  logged = lines;
  const logger = {
    ...silentLogger,
    warn: (event: string) => void lines.push(event),
    info: (event: string) => void lines.push(event),
  };
  ({ close } = await openTracing(settings, 'test', logger));
}

/** Runs `work` in the span of a request, and ends it. */
async function inRequest(work: () => Promise<unknown>, traceparent?: string): Promise<void> {
  const span = traceRequest(traceparent, REQUEST);
  if (!span) throw new Error('The request is not recorded.');
  await new Promise<void>((resolve, reject) => span.enter(() => void work().then(() => resolve(), reject))).finally(
    () => span.end('send', { 'http.response.status_code': 200 }),
  );
}

const names = (): string[] => receiver.spans.map(({ name }) => name).sort();

test('without an endpoint nothing of OpenTelemetry is loaded, and work runs as it is', async () => {
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
    OTEL_EXPORTER_OTLP_HEADERS: undefined,
    OTEL_TRACES_SAMPLER_ARG: 1,
  };
  ({ close } = await openTracing(settings, 'test', silentLogger));
  expect(traceRequest(undefined, REQUEST)).toBeNull();
  expect(await traced(WORK, async () => currentTrace())).toBeNull();
  expect(await tracedFrom(begin(['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01']), async () => 7)).toBe(7);
});

test('OpenTelemetry is loaded with an endpoint, and not at all without one', async () => {
  const program = `
    import { createRequire } from 'node:module';
    import { openTracing } from '@parley/runtime/tracing/open-tracing';
    const { cache } = createRequire(import.meta.url);
    const count = () => Object.keys(cache).filter((file) => file.includes('opentelemetry')).length;
    await openTracing({ OTEL_TRACES_SAMPLER_ARG: 1 }, 'test', {});
    const without = count();
    await openTracing({ OTEL_TRACES_SAMPLER_ARG: 1, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, 'test', {});
    console.log(JSON.stringify([without, count() > 0]));`;
  const options = ['--import', 'tsx', '--conditions=source', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: import.meta.dirname });
  expect(JSON.parse(stdout)).toEqual([0, true]);
});

test('work of a request is its child, also after awaits, but detached work and work that outlives the request are not', async () => {
  await open();
  let later: Promise<string | null> = Promise.resolve('never');
  await inRequest(async () => {
    await traced(WORK, async () => {
      await Promise.resolve();
      beginLeaf(STATEMENT)?.();
    });
    expect(await untraced(async () => currentTrace())).toBeNull();
    later = new Promise((resolve) => setTimeout(() => resolve(currentTrace()), 20));
  });
  expect(await later).toBeNull();
  await close();
  expect(names()).toEqual(['send', 'statement', 'work']);
  const [request, work, statement] = ['send', 'work', 'statement'].map((name) =>
    receiver.spans.find((span) => span.name === name),
  );
  expect(statement?.parentSpanId).toBe(work?.spanId);
  expect(work?.parentSpanId).toBe(request?.spanId);
});

test('two requests at once keep their work apart', async () => {
  await open();
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
  const ids = ['1', '2'].map((digit) => digit.repeat(32));
  await Promise.all(
    ids.map((id) =>
      inRequest(async () => {
        await pause();
        await traced(WORK, pause);
      }, `00-${id}-00f067aa0ba902b7-01`),
    ),
  );
  await close();
  for (const id of ids) {
    const [work, request] = ['work', 'send'].map((name) =>
      receiver.spans.find((span) => span.traceId === id && span.name === name),
    );
    expect(work?.parentSpanId).toBe(request?.spanId);
  }
});

test('whether a request is recorded is decided here, whatever its caller asks for', async () => {
  await open(0);
  expect(traceRequest('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', REQUEST)).toBeNull();
  await close();
  await open(1);
  await inRequest(async () => {}, '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00');
  await close();
  expect(receiver.spans.map(({ traceId }) => traceId)).toEqual(['4bf92f3577b34da6a3ce929d0e0e4736']);
});

test.each(['', 'nonsense', '00-00000000000000000000000000000000-00f067aa0ba902b7-01', `00-${'a'.repeat(5000)}`])(
  'a malformed traceparent begins a new trace: %.20s',
  async (traceparent) => {
    await open();
    await inRequest(async () => {}, traceparent);
    await close();
    expect(receiver.spans).toMatchObject([{ name: 'send' }]);
    expect(receiver.spans[0]?.parentSpanId ?? '').toBe('');
  },
);

test('a batch is a child of its first traced item and links to the others, and stored work links from a separate trace', async () => {
  await open();
  const spans: string[] = [];
  for (let n = 0; n < 3; n++) await inRequest(async () => spans.push(currentTrace() ?? ''));
  await tracedFrom(begin(spans), async () => {});
  await tracedAfter(spans[2] ?? '', beginStatement, async () => {}, nothing);
  expect(await tracedAfter(null, beginStatement, async () => currentTrace(), nothing)).toBeNull();
  await close();
  const traces = spans.map((span) => span.split('-')[1]);
  const batch = receiver.spans.find(({ name }) => name === 'work');
  expect(batch).toMatchObject({ traceId: traces[0], links: [{ traceId: traces[1] }, { traceId: traces[2] }] });
  const stored = receiver.spans.find(({ name }) => name === 'statement');
  expect(stored?.links).toMatchObject([{ traceId: traces[2] }]);
  expect(traces).not.toContain(stored?.traceId);
});

test('an error marks its span by its code or its class, never by its message', async () => {
  await open();
  const failing = (error: Error) => traced(WORK, () => Promise.reject(error)).catch(() => {});
  await inRequest(async () => {
    await failing(new TypeError('a text of a person'));
    await failing(Object.assign(new Error('Key (to)=(+4917012345)'), { code: '23505' }));
    await failing(Object.assign(new Error('x'), { code: 'a text of a person' }));
  });
  await close();
  const failed = receiver.spans.filter(({ name }) => name === 'work');
  expect(failed.map(({ attributes }) => attributes['error.type']).sort()).toEqual(['23505', 'Error', 'TypeError']);
  expect(failed.map(({ status }) => status)).toEqual([{ code: 2 }, { code: 2 }, { code: 2 }]);
  expect(receiver.bodies.join('')).not.toMatch(/person|4917012345/);
});

test('a trace has at most 500 spans in a process: a bulk operation does not fill the queue', async () => {
  await open();
  await inRequest(async () => {
    for (let n = 0; n < 2000; n++) beginLeaf(STATEMENT)?.();
  });
  await close();
  expect(receiver.spans.length).toBe(501);
});

test.each(['silent', 'refuse'] as const)(
  'spans beyond the queue are dropped while the collector is %s, which is logged once',
  async (answer) => {
    receiver.answerWith(answer);
    await open();
    const record = () =>
      inRequest(async () => {
        for (let n = 0; n < 499; n++) beginLeaf(STATEMENT)?.();
      });
    for (let n = 0; n < 2; n++) await record();
    await pollUntil(async () => receiver.asked() > 0 || null, { what: () => 'a request while it is away' });
    for (let n = 0; n < 20; n++) await record();
    await pollUntil(async () => logged.length > 0 || null, { what: () => 'a line of the log', deadlineMs: 30_000 });
    receiver.answerWith('accept');
    await record();
    await pollUntil(async () => logged.length > 1 || null, { what: () => 'spans again', deadlineMs: 60_000 });
    await close();
    expect(logged).toEqual(['traces.export-failed', 'traces.export-resumed']);
    expect(receiver.spans.length).toBeLessThanOrEqual(2048 + 512 + 500);
  },
  120_000,
);
