import { EVENT_TYPES } from '@parley/common/event-types';
import type { EventType } from '@parley/common/events';
import { sampleEvent } from '@parley/common/sample-events';
import { useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Problem } from '../../ui/problem.tsx';
import { webhooksTexts } from './texts.ts';
import { useTestEvent } from './use-test-event.ts';

interface Props {
  /** The key that gets the test event; empty where none is chosen. */
  instanceId: string;
  /** Receives the delivery id of a test event. */
  onTested: (deliveryId: string) => void;
  onClose: () => void;
}

/** Every event of a key with a sample of its data, which can be sent as a test event. */
export function EventCatalogue({ instanceId, onTested, onClose }: Props) {
  const t = useTexts(webhooksTexts);
  const [event, setEvent] = useState<EventType>(EVENT_TYPES[0]);
  const [at] = useState(() => new Date());
  const test = useTestEvent((id) => {
    onClose();
    onTested(id);
  });
  return (
    <Dialog title={t('catalogue')} isOpen onClose={onClose}>
      <SelectField
        label={t('event')}
        value={event}
        onChoose={(value) => setEvent(EVENT_TYPES.find((type) => type === value) ?? event)}
        choices={EVENT_TYPES.map((value) => ({ value, text: value }))}
      />
      <JsonTree key={event} text={JSON.stringify({ event, data: sampleEvent(event, at) })} />
      <Problem error={test.error} />
      {instanceId === '' ? (
        <p className="text-muted">{t('choose_key')}</p>
      ) : (
        <Button
          className="justify-self-end"
          look="primary"
          disabled={test.isPending}
          onClick={() => test.run({ instance_id: instanceId, event })}
        >
          {t('send_sample')}
        </Button>
      )}
    </Dialog>
  );
}
