import { EventType } from '@parley/common/events';
import { sampleEvent } from '@parley/common/events/sample-events';
import { makeId } from '@parley/common/ids';

/** The body of a sample event, with a new id. Throws for an unknown type. */
export function sampleBody(type: string, at: Date) {
  const event = EventType.safeParse(type);
  if (!event.success) throw new Error(`${type} is not an event. The events are ${EventType.options.join(', ')}.`);
  return {
    id: makeId('evt'),
    event: event.data,
    instance_id: makeId('ins'),
    created_at: at.toISOString(),
    data: sampleEvent(type, at),
  };
}
