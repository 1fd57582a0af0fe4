import { useChange, useList } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Listing } from '../../ui/listing.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Section } from '../../ui/section.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { STATUS_LOOKS } from '../../ui/webhook/status-looks.ts';
import { webhookTexts } from '../../ui/webhook/texts.ts';
import { OPERATIONS, type Scope } from './operations.ts';
import { platformWebhookTexts } from './texts.ts';

/** Deliveries to the platform webhook as they happen; each can be made again. */
export function Deliveries({ scope, instanceId }: { scope: Scope; instanceId: string }) {
  const t = useTexts(platformWebhookTexts);
  const words = useTexts(webhookTexts);
  const ui = useTexts(uiTexts);
  const formats = useFormats();
  const { deliveries, replay: name } = OPERATIONS[scope];
  const list = useList(deliveries, { instance_id: instanceId }, { everyMs: 3000 });
  const replay = useChange(name, { refreshes: [deliveries] });
  return (
    <Section title={t('deliveries')}>
      <Problem error={replay.error} />
      {replay.isSuccess && <p role="status">{t('replayed')}</p>}
      <Listing
        list={list}
        caption={t('deliveries')}
        keyOf={({ id }) => id}
        empty={<p className="text-muted">{t('no_deliveries')}</p>}
        columns={[
          { title: words('event'), show: ({ event }) => <span className="font-mono text-sm">{event}</span> },
          { title: words('made'), show: ({ created_at }) => formats.dateTime(created_at) },
          { title: words('status'), show: ({ status }) => <Badge look={STATUS_LOOKS[status]}>{words(status)}</Badge> },
          {
            title: ui('actions'),
            show: ({ id, event }) => (
              <Button
                aria-label={`${words('replay')}: ${event} ${id}`}
                disabled={replay.isPending}
                onClick={() => replay.mutate({ id, status: 'any' })}
              >
                {words('replay')}
              </Button>
            ),
          },
        ]}
      />
    </Section>
  );
}
