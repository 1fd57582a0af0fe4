import { useOperation } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { botsTexts } from '../../texts/bots.ts';
import { Table } from '../../ui/lists/table.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Problem } from '../../ui/problems/problem.tsx';

/** The bot's usage and cost on each of the last 30 days (UTC). */
export function BotUsage({ botId }: { botId: string }) {
  const t = useTexts(botsTexts);
  const formats = useFormats();
  const { data, error } = useOperation('show-bot-usage', { id: botId });
  return (
    <Section title={t('usage')} lead={t('usage_lead')}>
      <Problem error={error} />
      {data?.items.length === 0 && <p className="text-muted">{t('no_usage')}</p>}
      {data && data.items.length > 0 && (
        <Table
          items={data.items}
          caption={t('usage')}
          keyOf={({ day }) => day}
          columns={[
            { title: t('day'), show: ({ day }) => formats.day(day) },
            { title: t('turns'), isNumber: true, show: ({ turns }) => formats.number(turns) },
            { title: t('calls'), isNumber: true, show: ({ calls }) => formats.number(calls) },
            { title: t('failed_calls'), isNumber: true, show: ({ failed_calls }) => formats.number(failed_calls) },
            { title: t('input_tokens'), isNumber: true, show: ({ input_tokens }) => formats.number(input_tokens) },
            { title: t('output_tokens'), isNumber: true, show: ({ output_tokens }) => formats.number(output_tokens) },
            { title: t('cost'), isNumber: true, show: ({ cost }) => <bdi>{cost ?? '–'}</bdi> },
          ]}
        />
      )}
    </Section>
  );
}
