import { performance } from 'node:perf_hooks';
import { type HrTime, ValueType } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import { at } from '@parley/common/at';

/** The registry of a process, as prom-client has it. */
export interface MetricsSource {
  getMetricsAsJSON(): Promise<object[]>;
}

interface Value {
  value: number;
  labels: Record<string, string | number | undefined>;
  /** Name of a histogram's series: with `_bucket`, `_sum` or `_count`. */
  metricName?: string;
}

/** A metric of prom-client, whose own declarations have the type as a number. */
export interface RegisteredMetric {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram' | 'summary';
  values: Value[];
}

/** When counting began and when it was read. */
interface Times {
  startTime: HrTime;
  endTime: HrTime;
}

/** Prometheus has no metric without a text for each label, and JSON has neither NaN nor infinity. */
const attributesOf = ({ le, ...labels }: Value['labels']): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).flatMap(([name, text]) => (text === undefined ? [] : [[name, `${text}`]])));

const pointsOf = (values: readonly Value[], times: Times): DataPoint<number>[] =>
  values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ value, labels }) => ({ ...times, attributes: attributesOf(labels), value }));

/** One series of a histogram: Prometheus counts buckets cumulatively, OpenTelemetry separately. */
function histogramOf(name: string, values: readonly Value[]): Histogram {
  const partOf = (suffix: string): number => values.find(({ metricName }) => metricName === name + suffix)?.value ?? 0;
  const buckets = values.filter(({ metricName }) => metricName === `${name}_bucket`);
  return {
    buckets: {
      boundaries: buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite),
      counts: buckets.map(({ value }, index) => value - (index === 0 ? 0 : at(buckets, index - 1).value)),
    },
    sum: partOf('_sum'),
    count: partOf('_count'),
  };
}

function histogramPointsOf({ name, values }: RegisteredMetric, times: Times): DataPoint<Histogram>[] {
  const series = new Map<string, Value[]>();
  for (const value of values) {
    const key = JSON.stringify(Object.entries(attributesOf(value.labels)).sort());
    const known = series.get(key);
    if (known) known.push(value);
    else series.set(key, [value]);
  }
  return [...series.values()].map((own) => ({
    ...times,
    attributes: attributesOf(at(own, 0).labels),
    value: histogramOf(name, own),
  }));
}

/** A metric under the name that /metrics has; none for a summary, which OpenTelemetry’s SDK cannot express. */
export function toMetricData(metric: RegisteredMetric, times: Times): MetricData[] {
  const base = {
    descriptor: { name: metric.name, description: metric.help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  switch (metric.type) {
    case 'counter':
      return [
        { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: pointsOf(metric.values, times) },
      ];
    case 'gauge':
      return [{ ...base, dataPointType: DataPointType.GAUGE, dataPoints: pointsOf(metric.values, times) }];
    case 'histogram':
      return [{ ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramPointsOf(metric, times) }];
    case 'summary':
      return [];
  }
}

/** Reads a registry for OpenTelemetry; a registry that cannot be read is reported, and read again next time. */
export function readRegistry(source: MetricsSource, onFailure: (error: unknown) => void): MetricProducer {
  const startTime = millisToHrTime(performance.timeOrigin);
  async function read(): Promise<MetricData[]> {
    // safe: the form of prom-client, but for the declared type
    const metrics = (await source.getMetricsAsJSON()) as RegisteredMetric[];
    const times = { startTime, endTime: millisToHrTime(Date.now()) };
    return metrics.flatMap((metric) => toMetricData(metric, times)).filter(({ dataPoints }) => dataPoints.length > 0);
  }
  return {
    async collect() {
      const metrics = await read().catch((error: unknown) => {
        onFailure(error);
        return [];
      });
      const scopeMetrics = metrics.length === 0 ? [] : [{ scope: { name: 'parley' }, metrics }];
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
    },
  };
}
