import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeBotMetrics } from '@parley/bots/metrics';
import { makeCommentsMetrics } from '@parley/comments/metrics';
import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { SessionStatus } from '@parley/common/contracts/sessions/session-fields';
import { makeRequestMetrics } from '@parley/gateway/count-requests';
import { makeInboundMetrics } from '@parley/inbound/metrics';
import { makeNotificationMetrics } from '@parley/notifications/metrics';
import { makePairingMetrics } from '@parley/pairing/metrics';
import { makeSendMetrics } from '@parley/send/metrics';
import { ensurePromtool } from '@parley/testing/programs/promtool';
import { makeDeliveryMetrics } from '@parley/webhook-delivery/metrics';
import { Registry } from 'prom-client';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { anchorsOf } from './find-broken-references.ts';

// deploy/prometheus and docs/operations/slo.md against the code.
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = `${ROOT}deploy/prometheus`;
const INSTALL_WITHIN_MS = 300_000;

const Labels = z.record(z.string(), z.string());
const Rule = z.object({
  record: z.string().optional(),
  alert: z.string().optional(),
  expr: z.string(),
  labels: Labels.default({}),
  annotations: Labels.default({}),
});
const Rules = z.object({ groups: z.array(z.object({ rules: z.array(Rule) })) });
const Adapter = z.object({
  externalRules: z.array(
    z.object({ seriesQuery: z.string(), metricsQuery: z.string(), name: z.object({ as: z.string() }) }),
  ),
});
/** prom-client's record of a metric. */
const Declared = z.object({
  name: z.string(),
  labelNames: z.array(z.string()),
  upperBounds: z.array(z.number()).optional(),
});

const page = readFileSync(`${ROOT}docs/operations/slo.md`, 'utf8');
const rules = Rules.parse(parse(readFileSync(`${FOLDER}/parley.rules.yml`, 'utf8'))).groups.flatMap(
  (group) => group.rules,
);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const recorded = rules.filter(({ record }) => record !== undefined);
const queries = [...page.matchAll(/^`([\w-]+)`, at most ([\d.]+):\n```text\n([^`]+)```/gm)].map(
  ([, slo = '', allowed = '', expr = '']) => ({ slo, allowed: Number(allowed), expr }),
);

function readMetrics(): Map<string, z.infer<typeof Declared>> {
  const registry = new Registry();
  for (const make of [
    makeRequestMetrics,
    makeSendMetrics,
    makeInboundMetrics,
    makePairingMetrics,
    makeBotMetrics,
    makeCommentsMetrics,
    makeNotificationMetrics,
  ])
    make(registry);
  const database = { query: () => Promise.reject(new Error('nothing is collected')) };
  makeDeliveryMetrics(registry, { database, lanes: new Map(), posts: { openCount: 0 } });
  return new Map(
    registry.getMetricsAsArray().map((metric) => {
      const declared = Declared.parse(metric);
      return [declared.name, declared];
    }),
  );
}

/** The metrics of an expression, each with its label matchers. */
const usedBy = (expr: string): { name: string; matchers: [label: string, operator: string, value: string][] }[] =>
  [...expr.matchAll(/\b(parley_\w+)(?:\{([^}]*)\})?/g)].map(([, name = '', list = '']) => ({
    name,
    matchers: [...list.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(([, label = '', operator = '', value = '']) => [
      label,
      operator,
      value,
    ]),
  }));

const oneLine = (expr: string): string => expr.replace(/\s+/g, ' ').trim();

beforeAll(() => ensurePromtool(), INSTALL_WITHIN_MS);

test.each(['check rules parley.rules.yml', 'test rules parley.rules.test.yml'])(
  'promtool %s succeeds',
  async (words) => {
    const { stdout } = await promisify(execFile)('promtool', words.split(' '), { cwd: FOLDER });
    expect(stdout).toContain('SUCCESS');
  },
);

test('the rules, and the queries of the page, use only metrics, labels, statuses and buckets that the code has', () => {
  const metrics = readMetrics();
  const statuses = new Set<string>(SessionStatus.options);
  const operations = [
    ...CUSTOMER_ACTIONS.map(({ name }) => name),
    ...readFileSync(`${ROOT}apps/gateway/src/routes/hook-routes.ts`, 'utf8').matchAll(/operation: '([^']+)'/g),
  ].map((found) => (typeof found === 'string' ? found : found[1]));
  const inPage = [...page.matchAll(/`([^`]*parley_[^`]*\)[^`]*)`/g)].map(([, expr = '']) => expr);
  const used = [...rules.map(({ expr }) => expr), ...queries.map(({ expr }) => expr), ...inPage].flatMap(usedBy);
  expect(used.length).toBeGreaterThan(20);
  for (const { name, matchers } of used) {
    const base = name.replace(/_(bucket|count|sum)$/, '');
    const metric = metrics.get(name) ?? metrics.get(base);
    expect(metric, name).toBeDefined();
    for (const [label, operator, value] of matchers) {
      if (label === 'le') {
        expect(metric?.upperBounds, `${name} ${value}`).toContain(Number(value));
        continue;
      }
      expect(metric?.labelNames, name).toContain(label);
      const matches = (one: string | undefined): boolean =>
        operator === '=' ? one === value : new RegExp(`^(?:${value})$`).test(one ?? '');
      if (label === 'operation') expect(operations.some(matches), value).toBe(true);
      if (name === 'parley_devices') for (const one of value.split('|')) expect(statuses).toContain(one);
    }
  }
});

test('the external metric that an autoscaler uses is the one of the adapter, and its query uses metrics of the code', () => {
  const { externalRules } = Adapter.parse(parse(readFileSync(`${FOLDER}/adapter-rules.yml`, 'utf8')));
  const scaler = readFileSync(`${ROOT}deploy/kubernetes/overlays/large/quick.yaml`, 'utf8');
  const metrics = readMetrics();
  for (const { name, seriesQuery, metricsQuery } of externalRules) {
    expect(scaler).toContain(`metric: { name: ${name.as} }`);
    for (const used of usedBy(`${seriesQuery} ${metricsQuery}`))
      expect([...metrics.keys()], used.name).toContain(used.name.replace(/_(count|sum)$/, ''));
  }
});

test('each objective of the page is recorded by the same query, and alerts at its allowance', () => {
  expect(queries).toHaveLength(5);
  for (const { slo, allowed, expr } of queries) {
    const own = recorded.filter(({ labels }) => labels.slo === slo);
    expect(own, slo).toHaveLength(5);
    for (const rule of own) {
      const window = rule.record?.replace('parley:slo_errors:ratio_rate', '');
      expect(oneLine(rule.expr), rule.record).toBe(oneLine(expr).replaceAll('[30d]', `[${window}]`));
    }
    const ends = alerts.filter(({ labels }) => labels.slo === slo);
    expect(ends.map(({ labels }) => labels.severity).toSorted(), slo).toEqual(['page', 'ticket']);
    for (const rule of ends)
      for (const [, limit] of rule.expr.matchAll(/> (?:[\d.]+ \* )?([\d.]+)(?= and| or|\)|$)/g))
        expect(Number(limit), rule.expr).toBe(allowed);
    const percent = `${Number(((1 - allowed) * 100).toFixed(2))}%`;
    expect(page).toMatch(new RegExp(`^\\| \`${slo}\` \\|.*\\| ${percent} \\|`, 'm'));
  }
});

test('each alert links to its section of the page, and each section has an alert', () => {
  const anchors = anchorsOf(page);
  for (const { alert, annotations } of alerts) {
    const [path, anchor] = (annotations.runbook_url ?? '').split('#');
    expect(path).toBe('{{ $externalLabels.parley_url }}/docs/operations/slo');
    expect(anchor).toBe(alert?.toLowerCase());
    expect(anchors).toContain(anchor);
  }
  const sections = [...page.matchAll(/^## (Parley\w+)$/gm)].map(([, name]) => name);
  expect(sections.toSorted()).toEqual([...new Set(alerts.map(({ alert }) => alert))].toSorted());
});
