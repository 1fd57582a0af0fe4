import { EVENT_DATA } from '@parley/common/events/event-data';
import { PLATFORM_EVENT_DATA } from '@parley/common/events/platform-events';
import { expect, test } from 'vitest';
import { sampleData } from './sample-event.rules.ts';

const at = new Date('2026-03-01T10:00:00.000Z');

test.each(Object.entries({ ...EVENT_DATA, ...PLATFORM_EVENT_DATA }))(
  'a test event of %s has all members of the event, and is marked as a test',
  (type, schema) => {
    const data = sampleData(type, { at, note: 'hello' });
    expect(schema.safeParse(data).error).toBeUndefined();
    expect(data).toMatchObject({ test: true, note: 'hello' });
    expect(sampleData(type, { at, note: undefined }).note).toBeNull();
  },
);
