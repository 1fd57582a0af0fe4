import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { webhookOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

const FILE = fileURLToPath(new URL('../../../../docs/operations/grafana-dashboard.json', import.meta.url));
const Dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).optional() })),
});

/** The metrics of a query, and the labels that it groups or filters by. */
function usedBy(expression: string): { metrics: string[]; labels: string[] } {
  const grouped = [...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/));
  const filtered = [...expression.matchAll(/[{,]\s*(\w+)\s*[=!]/g)].map(([, label = '']) => label);
  const metrics = [...expression.matchAll(/\bparley_\w+/g)].map(([name]) => name);
  return { metrics, labels: [...grouped, ...filtered].filter((label) => label !== '') };
}

/** Names of all series that a process exposes, and the labels of those with samples. */
function readSeries(text: string): { names: Set<string>; labels: Map<string, Set<string>> } {
  const names = new Set<string>();
  const labels = new Map<string, Set<string>>();
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm))
    for (const suffix of type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) names.add(`${name}${suffix}`);
  for (const [, name = '', list = ''] of text.matchAll(/^(\w+)\{([^}]*)\} /gm)) {
    const known = labels.get(name) ?? new Set();
    for (const [, label = ''] of list.matchAll(/(\w+)="/g)) known.add(label);
    labels.set(name, known);
  }
  return { names, labels };
}

/** Checks the metrics page of the one-machine form after the other suites have produced samples. */
export function dashboardSuite(getSystem: GetSystem): void {
  test('the Grafana dashboard uses only metrics and labels that Parley exposes', async ({ skip }) => {
    const system = getSystem();
    skip(system.form === 'cluster', 'Every process of the cluster has metrics of its own.');
    const tenant = await makeTenant(system);
    await tenant.customerWrites(uniqueDigits('16'));
    await webhookOf(tenant, 'message.received');
    const reported = readSeries(await (await request(`${system.origin}/metrics`)).body.text());
    const { panels } = Dashboard.parse(JSON.parse(await readFile(FILE, 'utf8')));
    const used = panels.flatMap(({ targets = [] }) => targets).map(({ expr }) => usedBy(expr));
    const metrics = used.flatMap((query) => query.metrics);
    expect(metrics.length).toBeGreaterThan(15);
    expect(metrics.filter((name) => !reported.names.has(name))).toEqual([]);
    for (const query of used)
      for (const name of query.metrics)
        for (const label of query.labels)
          if (reported.labels.has(name)) expect(reported.labels.get(name)).toContain(label);
    for (const name of ['parley_webhook_attempts_total', 'parley_webhook_lanes', 'parley_http_requests_total'])
      expect(reported.labels.has(name)).toBe(true);
  });
}
