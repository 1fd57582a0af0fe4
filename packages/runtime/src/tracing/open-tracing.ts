import type { Environment } from '../environment.ts';
import type { Logger } from '../logger.ts';
import { installTracing } from './tracing.ts';

export type TracingSettings = Pick<
  Environment,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_TRACES_SAMPLER_ARG'
>;

export interface OpenTracing {
  /** Sends what is recorded, for at most 3 s, and turns traces off. */
  close(): Promise<void>;
}

const OFF: OpenTracing = { close: async () => {} };

/**
 * Turns traces on if OTEL_EXPORTER_OTLP_ENDPOINT is set (docs/operations/traces.md); otherwise OpenTelemetry is not
 * even loaded. `name` is that of the process.
 */
export async function openTracing(settings: TracingSettings, name: string, logger: Logger): Promise<OpenTracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings;
  if (endpoint === undefined) return OFF;
  const { startTracing } = await import('./start-tracing.ts');
  const { tracing, close } = startTracing({
    endpoint,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
    name,
    logger,
  });
  installTracing(tracing);
  return {
    async close() {
      installTracing(null);
      await close();
    },
  };
}
