import type { BusClient } from '@parley/bus/bus-client';
import { recordRead } from '@parley/common/contracts/internal/console-session';
import { contact } from '@parley/common/contracts/reading/contact';
import { messages } from '@parley/common/contracts/reading/messages';
import { makeBoundedMap } from '@parley/runtime/bounded-map';
import type { NoteRead } from '../pipeline/request-context.ts';

/** How long one entry covers further reads of the same conversation or person. */
const KEEP_MS = 3_600_000;
/** Beyond this number, entries are written again before their hour ends. */
const MAX_NOTED = 50_000;

/** The member of an answer that identifies the object of the read; a list and a search have none. */
const NAMING: ReadonlyMap<string, string> = new Map([
  [messages.name, 'conversation_id'],
  [contact.name, 'contact_id'],
]);

/** The id of the conversation or person that was read, from the HTTP answer. */
function namedBy(action: string, answer: object): Record<string, number> {
  const field = NAMING.get(action) ?? '';
  const id = (answer as Record<string, unknown>)[field]; // safe: an object
  return typeof id === 'number' ? { [field]: id } : {};
}

/**
 * Records once an hour that a key read a conversation or a person (docs/reference/reading.md#audit). The first answer
 * of the hour waits for its entry, so that no read is unrecorded; the others write nothing.
 */
export function makeNoteRead({ bus, nowMs }: { bus: Pick<BusClient, 'call'>; nowMs: () => number }): NoteRead {
  const noted = makeBoundedMap<string, Promise<unknown>>(MAX_NOTED, { keepMs: KEEP_MS, nowMs });
  return async ({ name: action }, output, { caller, requestId, visitor }) => {
    if (!caller || typeof output !== 'object' || output === null) return;
    const input = namedBy(action, output);
    const key = [caller.instanceId, action, ...Object.values(input)].join(' ');
    let writing = noted.get(key);
    if (writing === undefined) {
      writing = bus.call(recordRead, { action, input }, { requestId, caller, ...(visitor ? { visitor } : {}) });
      noted.set(key, writing);
    }
    try {
      await writing;
    } catch (error) {
      noted.delete(key);
      throw error;
    }
  };
}
