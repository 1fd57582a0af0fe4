import { useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { systemTexts } from '../../texts/system.ts';
import { Table } from '../../ui/lists/table.tsx';
import { Ago } from '../../ui/marks/ago.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Problem } from '../../ui/problems/problem.tsx';

const VERSIONS = ['parley', 'node', 'postgresql', 'migration'] as const;

/** Versions, and the workers that hold leases. */
export function Versions() {
  const t = useTexts(systemTexts);
  const { data, error } = useOperation('show-system', {}, { everyMs: 10_000 });
  return (
    <Section title={t('versions')} lead={t('workers_rule')}>
      <Problem error={error} />
      <dl className="grid gap-4 rounded-xl border border-line bg-surface p-5 sm:grid-cols-2 lg:grid-cols-4">
        {VERSIONS.map((name) => (
          <div key={name}>
            <dt className="text-sm text-muted">{t(name)}</dt>
            <dd>
              <bdi className="font-mono">{data?.[name] ?? '–'}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {data && (
        <Table
          items={data.workers}
          caption={t('workers')}
          keyOf={({ worker }) => worker}
          columns={[
            { title: t('service'), show: ({ service }) => <bdi className="font-mono text-sm">{service}</bdi> },
            { title: t('worker'), show: ({ worker }) => <bdi className="font-mono text-sm">{worker}</bdi> },
            { title: t('since'), show: ({ since }) => <Ago at={since} /> },
          ]}
        />
      )}
    </Section>
  );
}
