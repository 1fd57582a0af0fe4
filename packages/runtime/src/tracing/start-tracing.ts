import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { AlwaysOnSampler, BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from '../logger.ts';
import { processResource } from '../logging/process-resource.ts';
import { waitAtMost } from '../turns/wait-at-most.ts';
import { makeTracing } from './otel-tracing.ts';
import type { Tracing } from './tracing.ts';

interface Options {
  /** Base address of a receiver of OTLP over HTTP. */
  endpoint: string;
  headers: Record<string, string>;
  /** Share of the requests that are recorded, 0 to 1. */
  ratio: number;
  /** Name of the process. */
  name: string;
  logger: Pick<Logger, 'warn' | 'info'>;
}

/**
 * The number of spans that wait for the collector; further ones are dropped, so that an unavailable collector costs
 * nothing more.
 */
const MAX_QUEUE = 2048;
const MAX_BATCH = 512;
const EXPORT_EVERY_MS = 1000;
const EXPORT_TIMEOUT_MS = 10_000;
const CLOSE_WITHIN_MS = 3000;
const MAX_VALUE_LENGTH = 200;
const MAX_LINKS = 64;

/** Logs when the collector begins to refuse spans, and when it accepts them again. */
function reportFailures(exporter: SpanExporter, logger: Options['logger']): SpanExporter {
  let lost = 0;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== 0;
        if (hasFailed && lost === 0)
          logger.warn('traces.export-failed', { err: result.error, spans: spans.length }, 'Spans could not be sent.');
        if (!hasFailed && lost > 0) logger.info('traces.export-resumed', { lost }, 'Spans are sent again.');
        lost = hasFailed ? lost + spans.length : 0;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

/** Records spans and sends them to a collector in the background. */
export function startTracing({ endpoint, headers, ratio, name, logger }: Options): {
  tracing: Tracing;
  close(): Promise<void>;
} {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers,
    timeoutMillis: EXPORT_TIMEOUT_MS,
    // A stop sends the whole queue at once.
    concurrencyLimit: MAX_QUEUE / MAX_BATCH + 1,
  });
  const provider = new TracerProvider({
    // Whether a request is recorded is decided before its span begins (otel-tracing.ts).
    sampler: new AlwaysOnSampler(),
    resource: processResource(name),
    spanLimits: { attributeValueLengthLimit: MAX_VALUE_LENGTH, linkCountLimit: MAX_LINKS },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportFailures(exporter, logger),
        maxQueueSize: MAX_QUEUE,
        maxExportBatchSize: MAX_BATCH,
        scheduledDelayMillis: EXPORT_EVERY_MS,
        // Later than the exporter's own, which then reports the failure.
        exportTimeoutMillis: EXPORT_TIMEOUT_MS + 2000,
      }),
    ],
  });
  return {
    tracing: makeTracing(provider.getTracer('parley'), { ratio, random: Math.random }),
    close: async () => {
      await waitAtMost(
        provider.shutdown().catch(() => {}),
        CLOSE_WITHIN_MS,
      );
    },
  };
}
