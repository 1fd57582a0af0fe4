import type { EventType } from '@parley/common/events';
import { EVENT_TYPES } from '@parley/common/events/event-types';
import { sampleEvent } from '@parley/common/events/sample-events';
import { useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { webhooksTexts } from '../../texts/webhooks.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { JsonTree } from '../../ui/text/json-tree.tsx';
import { useTestEvent } from './use-test-event.ts';

interface Props {
  /** The key of the filter; empty where none is chosen. */
  keyOfFilter: string;
  keys: readonly { value: string; text: string }[];
  /** Receives the delivery id of a test event. */
  onTested: (deliveryId: string) => void;
  onClose: () => void;
}

/** Every event of a key with a sample of its data, which can be sent as a test event. */
export function EventCatalogue({ keyOfFilter, keys, onTested, onClose }: Props) {
  const t = useTexts(webhooksTexts);
  const [event, setEvent] = useState<EventType>(EVENT_TYPES[0]);
  const [at] = useState(() => new Date());
  const [chosen, setChosen] = useState(keyOfFilter);
  const only = keys.length === 1 ? keys[0]?.value : undefined;
  const instanceId = only ?? chosen;
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
      <SelectField
        label={t('send_to')}
        value={instanceId}
        onChoose={setChosen}
        choices={[...(instanceId === '' ? [{ value: '', text: t('choose_key') }] : []), ...keys]}
      />
      <Button
        className="justify-self-end"
        look="primary"
        disabled={test.isPending || instanceId === ''}
        onClick={() => test.run({ instance_id: instanceId, event })}
      >
        {t('send_sample')}
      </Button>
    </Dialog>
  );
}
