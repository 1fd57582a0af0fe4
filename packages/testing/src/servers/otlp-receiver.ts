import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const Value = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ intValue: z.coerce.number() }).transform(({ intValue }) => intValue),
  z.object({ doubleValue: z.number() }).transform(({ doubleValue }) => doubleValue),
  z.object({ boolValue: z.boolean() }).transform(({ boolValue }) => boolValue),
]);
const Attributes = z
  .array(z.object({ key: z.string(), value: Value }))
  .default([])
  .transform((pairs) => Object.fromEntries(pairs.map(({ key, value }) => [key, value])));

const Span = z.object({
  traceId: z.string().length(32),
  spanId: z.string().length(16),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int(),
  attributes: Attributes,
  events: z.array(z.unknown()).default([]),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
  status: z.object({ code: z.int().optional(), message: z.string().optional() }).default({}),
});

const Origin = z.object({ attributes: Attributes });

/** A request of OTLP over HTTP, as far as tests read it. */
const Traces = z.object({
  resourceSpans: z.array(z.object({ resource: Origin, scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
});

const point = {
  attributes: Attributes,
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  timeUnixNano: z.string().regex(/^\d{19}$/),
};
const NumberPoint = z.object({ ...point, asDouble: z.number() });
const HistogramPoint = z.object({
  ...point,
  count: z.int(),
  sum: z.number(),
  explicitBounds: z.array(z.number()),
  bucketCounts: z.array(z.int().min(0)),
});
/** Cumulative: AGGREGATION_TEMPORALITY_CUMULATIVE. */
const aggregationTemporality = z.literal(2);
const Metric = z.object({
  name: z.string(),
  description: z.string(),
  gauge: z.object({ dataPoints: z.array(NumberPoint) }).optional(),
  sum: z.object({ dataPoints: z.array(NumberPoint), isMonotonic: z.boolean(), aggregationTemporality }).optional(),
  histogram: z.object({ dataPoints: z.array(HistogramPoint), aggregationTemporality }).optional(),
});
const Metrics = z.object({
  resourceMetrics: z.array(
    z.object({ resource: Origin, scopeMetrics: z.array(z.object({ metrics: z.array(Metric) })) }),
  ),
});

/** The process that a span or a metric comes from: `service.name` and `service.instance.id`. */
interface Sender {
  service: unknown;
  instance: unknown;
}
export type ReceivedSpan = z.infer<typeof Span> & Sender;
export type ReceivedMetric = z.infer<typeof Metric> & Sender;

const senderOf = ({ attributes }: z.infer<typeof Origin>): Sender => ({
  service: attributes['service.name'],
  instance: attributes['service.instance.id'],
});

/** The behaviour of the receiver: it responds as a collector does, with 503, or not at all. */
export type OtlpAnswer = 'accept' | 'refuse' | 'silent';

/** A collector of traces and metrics: OTLP over HTTP. */
export interface OtlpReceiver extends AsyncDisposable {
  /** The value of OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string;
  spans: ReceivedSpan[];
  /** Metrics of every export, in order. */
  metrics: ReceivedMetric[];
  /** The bodies as they arrived. */
  bodies: string[];
  headers: IncomingMessage['headers'][];
  /** Requests that arrived, whatever the response. */
  asked(): number;
  /** Requests that are not OTLP, with the problem. */
  problems: string[];
  answerWith(answer: OtlpAnswer): void;
}

const HTTP_STATUS: Record<OtlpAnswer, number | null> = { accept: 200, refuse: 503, silent: null };

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  let status: number | null = 200;
  const receiver = {
    spans: [] as ReceivedSpan[],
    metrics: [] as ReceivedMetric[],
    bodies: [] as string[],
    problems: [] as string[],
  };
  const headers: IncomingMessage['headers'][] = [];
  let asked = 0;

  function keep(path: string | undefined, body: unknown): void {
    if (path === '/v1/traces')
      for (const { resource, scopeSpans } of Traces.parse(body).resourceSpans)
        receiver.spans.push(
          ...scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, ...senderOf(resource) }))),
        );
    else if (path === '/v1/metrics')
      for (const { resource, scopeMetrics } of Metrics.parse(body).resourceMetrics)
        receiver.metrics.push(
          ...scopeMetrics.flatMap(({ metrics }) => metrics.map((metric) => ({ ...metric, ...senderOf(resource) }))),
        );
    else receiver.problems.push(`${path}`);
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    asked++;
    if (status === null) return;
    if (status === 200) {
      receiver.bodies.push(body);
      headers.push(request.headers);
      if (request.method !== 'POST') receiver.problems.push(`${request.method}`);
      keep(request.url, JSON.parse(body));
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  }

  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => {
      receiver.problems.push(String(error));
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe: it listens on a port
  return {
    ...receiver,
    headers,
    asked: () => asked,
    endpoint: `http://127.0.0.1:${port}`,
    answerWith: (answer) => {
      status = HTTP_STATUS[answer];
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
