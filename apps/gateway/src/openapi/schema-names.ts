import { SCHEMA_NAMES } from '@parley/common/contract/schema-names';
import { EVENT_DATA } from '@parley/common/events/event-data';
import { z } from 'zod';

/** `message.opt_out` and `create-key` as names of types: `MessageOptOut`, `CreateKey`. */
export const typeName = (name: string): string =>
  name.replaceAll(/(?:^|[._-])([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Registers the names with zod, from which the generator of the documents takes them. */
export function nameSchemas(): void {
  const ofEvents = Object.entries(EVENT_DATA).map(([type, data]) => [typeName(type), data] as const);
  for (const [id, schema] of [...ofEvents, ...SCHEMA_NAMES._idmap])
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
}
