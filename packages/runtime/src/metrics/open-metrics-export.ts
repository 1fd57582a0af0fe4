import type { Environment } from '../environment.ts';
import type { Logger } from '../logger.ts';
import type { MetricsSource } from './read-registry.ts';

export type MetricsExportSettings = Pick<
  Environment,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_METRICS_EXPORTER' | 'OTEL_METRIC_EXPORT_INTERVAL'
>;

export interface OpenMetricsExport {
  /** Sends the last values, for at most 3 s, and ends. */
  close(): Promise<void>;
}

const OFF: OpenMetricsExport = { close: async () => {} };

/**
 * Sends the metrics of this process to a collector if OTEL_EXPORTER_OTLP_ENDPOINT is set
 * (docs/operations/traces.md#metrics); otherwise OpenTelemetry is not even loaded. `name` is that of the process.
 */
export async function openMetricsExport(
  settings: MetricsExportSettings,
  { name, source, logger }: { name: string; source: MetricsSource; logger: Logger },
): Promise<OpenMetricsExport> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings;
  if (endpoint === undefined || settings.OTEL_METRICS_EXPORTER === 'none') return OFF;
  const { startMetricsExport } = await import('./start-metrics-export.ts');
  return startMetricsExport({
    endpoint,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    everyMs: settings.OTEL_METRIC_EXPORT_INTERVAL,
    name,
    source,
    logger,
  });
}
