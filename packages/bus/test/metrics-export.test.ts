import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type MetricsExportSettings, openMetricsExport } from '@parley/runtime/metrics/open-metrics-export';
import { pollUntil } from '@parley/testing/poll-until';
import { type OtlpReceiver, type ReceivedMetric, startOtlpReceiver } from '@parley/testing/servers/otlp-receiver';
import { silentLogger } from '@parley/testing/silent-logger';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';

// docs/operations/traces.md#metrics

let receiver: OtlpReceiver;
let registry: Registry;
let logged: string[];
let close = async (): Promise<void> => {};

beforeEach(async () => {
  receiver = await startOtlpReceiver();
  registry = new Registry();
  logged = [];
});
afterEach(async () => {
  await close();
  await receiver[Symbol.asyncDispose]();
});

async function open(settings: Partial<MetricsExportSettings> = {}): Promise<void> {
  const lines = logged;
  const logger = {
    ...silentLogger,
    warn: (event: string) => void lines.push(event),
    info: (event: string) => void lines.push(event),
  };
  ({ close } = await openMetricsExport(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: { authorization: 'Bearer for-the-collector' },
      OTEL_METRICS_EXPORTER: 'otlp',
      OTEL_METRIC_EXPORT_INTERVAL: 1000,
      ...settings,
    },
    { name: 'test', source: registry, logger },
  ));
}

const last = (name: string): ReceivedMetric | undefined => receiver.metrics.findLast((metric) => metric.name === name);
const registers = (): Registry[] => [registry];

test('counters, gauges and histograms arrive with the names, labels and buckets of /metrics', async () => {
  const sends = new Counter({ name: 'sends_total', help: 'Sends', labelNames: ['channel'], registers: registers() });
  const held = new Gauge({ name: 'held', help: 'Held now', registers: registers() });
  const labelNames = ['kind', 'status'];
  const taken = new Histogram({ name: 'taken_s', help: 'Time', labelNames, buckets: [1, 5], registers: registers() });
  sends.inc({ channel: 'wa' }, 3);
  sends.inc({ channel: 'tg' });
  held.set(-2.5);
  for (const seconds of [0.5, 1, 3, 7]) taken.observe({ kind: 'in', status: 200 }, seconds);
  taken.observe({ kind: 'out', status: 503 }, 2);
  await open();
  await close();

  expect(receiver.metrics.map(({ name, service }) => [name, service])).toEqual([
    ['sends_total', 'test'],
    ['held', 'test'],
    ['taken_s', 'test'],
  ]);
  expect(last('sends_total')).toMatchObject({
    description: 'Sends',
    sum: {
      isMonotonic: true,
      dataPoints: [
        { attributes: { channel: 'wa' }, asDouble: 3 },
        { attributes: { channel: 'tg' }, asDouble: 1 },
      ],
    },
  });
  expect(last('held')?.gauge?.dataPoints).toMatchObject([{ attributes: {}, asDouble: -2.5 }]);
  expect(last('taken_s')?.histogram?.dataPoints).toMatchObject([
    {
      attributes: { kind: 'in', status: '200' },
      explicitBounds: [1, 5],
      bucketCounts: [2, 1, 1],
      count: 4,
      sum: 11.5,
    },
    { attributes: { kind: 'out', status: '503' }, bucketCounts: [0, 1, 0], count: 1, sum: 2 },
  ]);
  expect(receiver.headers[0]?.authorization).toBe('Bearer for-the-collector');
  expect(receiver.problems).toEqual([]);
});

test('a counter grows from one export to the next, and began with its process', async () => {
  const sends = new Counter({ name: 'sends_total', help: 'Sends', registers: registers() });
  const pointOf = () => last('sends_total')?.sum?.dataPoints[0];
  const exported = (value: number) =>
    pollUntil(() => (pointOf()?.asDouble === value ? (pointOf() ?? null) : null), {
      what: () => `${value}, not ${pointOf()?.asDouble}`,
    });
  await open();
  sends.inc(2);
  const first = await exported(2);
  sends.inc(3);
  const second = await exported(5);
  expect(second.startTimeUnixNano).toBe(first.startTimeUnixNano);
  expect(BigInt(first.startTimeUnixNano)).toBeLessThan(BigInt(first.timeUnixNano));
  expect(BigInt(second.timeUnixNano)).toBeGreaterThan(BigInt(first.timeUnixNano));
});

test('a value that is no number is left out, and so is a metric without values', async () => {
  const gauge = new Gauge({ name: 'share', help: 'Of nothing', labelNames: ['of'], registers: registers() });
  new Counter({ name: 'never_total', help: 'Never', labelNames: ['of'], registers: registers() });
  gauge.set({ of: 'nothing' }, Number.NaN);
  gauge.set({ of: 'all' }, 1);
  await open();
  await close();
  expect(receiver.metrics).toMatchObject([
    { name: 'share', gauge: { dataPoints: [{ attributes: { of: 'all' }, asDouble: 1 }] } },
  ]);
  expect(receiver.metrics[0]?.gauge?.dataPoints).toHaveLength(1);
});

test('a refusing collector is logged once, and the next export has everything counted since', async () => {
  const sends = new Counter({ name: 'sends_total', help: 'Sends', registers: registers() });
  receiver.answerWith('refuse');
  await open();
  const reported = (count: number) => pollUntil(() => logged.length === count || null, { what: () => logged.join() });
  await reported(1);
  const asked = receiver.asked();
  await pollUntil(() => receiver.asked() > asked || null, { what: () => 'another export that is refused' });
  sends.inc(7);
  receiver.answerWith('accept');
  await reported(2);
  expect(logged).toEqual(['metrics.export-failed', 'metrics.export-resumed']);
  await close();
  expect(last('sends_total')?.sum?.dataPoints).toMatchObject([{ asDouble: 7 }]);
});

test('metrics that cannot be read are logged, and the next export has them', async () => {
  let isBroken = true;
  new Gauge({
    name: 'read',
    help: 'Read',
    registers: registers(),
    collect() {
      if (isBroken) throw new Error('not now');
      this.set(1);
    },
  });
  await open();
  await pollUntil(() => logged.length > 0 || null, { what: () => 'a line of the log' });
  isBroken = false;
  await pollUntil(() => logged.length > 1 || null, { what: () => logged.join() });
  expect(logged).toEqual(['metrics.export-failed', 'metrics.export-resumed']);
  expect(last('read')?.gauge?.dataPoints).toMatchObject([{ asDouble: 1 }]);
});

test('OpenTelemetry is not loaded without an endpoint, nor where metrics are off', async () => {
  const program = `
    import { createRequire } from 'node:module';
    import { openMetricsExport } from '@parley/runtime/metrics/open-metrics-export';
    const { cache } = createRequire(import.meta.url);
    const endpoint = 'http://127.0.0.1:9';
    const parts = { name: 'test', source: { getMetricsAsJSON: async () => [] }, logger: {} };
    const count = async (settings) => {
      await openMetricsExport({ OTEL_METRIC_EXPORT_INTERVAL: 60000, ...settings }, parts);
      return Object.keys(cache).some((file) => file.includes('opentelemetry'));
    };
    console.log(JSON.stringify([
      await count({ OTEL_METRICS_EXPORTER: 'otlp' }),
      await count({ OTEL_METRICS_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }),
      await count({ OTEL_METRICS_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }),
    ]));`;
  const options = ['--import', 'tsx', '--conditions=source', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: import.meta.dirname });
  expect(JSON.parse(stdout)).toEqual([false, false, true]);
});
