import { OTLPExporterBase } from '@opentelemetry/otlp-exporter-base';
import { convertLegacyHttpOptions, createOtlpHttpExportDelegate } from '@opentelemetry/otlp-exporter-base/node-http';
import { JsonMetricsSerializer, MetricsExporterMetricsHelper } from '@opentelemetry/otlp-transformer';
import { MeterProvider, PeriodicExportingMetricReader, type PushMetricExporter } from '@opentelemetry/sdk-metrics';
import type { Logger } from '../logger.ts';
import { processResource } from '../logging/process-resource.ts';
import { waitAtMost } from '../turns/wait-at-most.ts';
import { type MetricsSource, readRegistry } from './read-registry.ts';

interface Options {
  /** Base address of a receiver of OTLP over HTTP. */
  endpoint: string;
  headers: Record<string, string>;
  everyMs: number;
  /** Name of the process. */
  name: string;
  source: MetricsSource;
  logger: Pick<Logger, 'warn' | 'info'>;
}

const EXPORT_TIMEOUT_MS = 10_000;
const CLOSE_WITHIN_MS = 3000;

/** Logs when metrics begin to be missing at the collector, and when they arrive again. */
function makeReport(logger: Options['logger']): { failed(error: unknown): void; arrived(): void } {
  let missed = 0;
  return {
    failed(error) {
      if (missed++ === 0) logger.warn('metrics.export-failed', { err: error }, 'Metrics could not be sent.');
    },
    arrived() {
      if (missed > 0) logger.info('metrics.export-resumed', { missed }, 'Metrics are sent again.');
      missed = 0;
    },
  };
}

/** OpenTelemetry's exporter for metrics, built from its exporter for traces: OTLP over HTTP as JSON, with retries. */
const makeExporter = (url: string, headers: Record<string, string>, timeoutMillis: number): PushMetricExporter =>
  new OTLPExporterBase(
    createOtlpHttpExportDelegate(
      convertLegacyHttpOptions({ url, headers, timeoutMillis }, 'METRICS', 'v1/metrics', {
        'Content-Type': 'application/json',
      }),
      JsonMetricsSerializer,
      'otlp_http_metric_exporter',
      MetricsExporterMetricsHelper,
      undefined,
    ),
  );

function reportResults(exporter: PushMetricExporter, report: ReturnType<typeof makeReport>): PushMetricExporter {
  return {
    export(metrics, done) {
      exporter.export(metrics, (result) => {
        if (result.code === 0) report.arrived();
        else report.failed(result.error);
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}

/** Sends the metrics of a registry to a collector, every `everyMs` and at the end. */
export function startMetricsExport({ endpoint, headers, everyMs, name, source, logger }: Options): {
  close(): Promise<void>;
} {
  const timeoutMs = Math.min(EXPORT_TIMEOUT_MS, everyMs);
  const report = makeReport(logger);
  const exporter = makeExporter(`${endpoint}/v1/metrics`, headers, timeoutMs);
  const provider = new MeterProvider({
    resource: processResource(name),
    readers: [
      new PeriodicExportingMetricReader({
        exporter: reportResults(exporter, report),
        exportIntervalMillis: everyMs,
        exportTimeoutMillis: timeoutMs,
        metricProducers: [readRegistry(source, report.failed)],
      }),
    ],
  });
  return {
    close: async () => {
      await waitAtMost(
        provider.shutdown().catch(() => {}),
        CLOSE_WITHIN_MS,
      );
    },
  };
}
