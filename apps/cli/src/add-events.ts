import { CHANNELS, type Channel } from '@parley/common/channels';
import { EventType } from '@parley/common/events';
import type { Event } from '@parley/sdk';
import { type Command, Option } from 'commander';
import { openClient } from './open-client.ts';
import { printLine, printSome } from './print-rows.ts';
import { readDuration } from './read-duration.ts';
import { readWholeNumber } from './read-whole-number.ts';
import { untilStopped } from './until-stopped.ts';

interface ListGiven {
  order: 'newest' | 'oldest';
  type?: EventType;
  channel?: Channel;
  conversation?: number;
  since?: string;
  limit: number;
  json?: boolean;
}

interface TailGiven {
  since: string;
  once?: boolean;
  json?: boolean;
}

/** The most that one call reads. */
const PAGE = 500;

const timeBefore = (duration: string): string => new Date(Date.now() - readDuration(duration)).toISOString();

/** The sender and the text of an event that has them. */
function sayWhat({ data }: Event): string {
  const parts = [data && 'from' in data ? data.from : null, data && 'text' in data ? data.text : null];
  return parts
    .filter((part) => typeof part === 'string' && part !== '')
    .map((part) => `  ${String(part).replaceAll(/\s+/g, ' ')}`)
    .join('');
}

const lineOf = (event: Event): string => `${event.created_at}  ${event.event.padEnd(22)} ${event.id}${sayWhat(event)}`;

/** Prints up to `limit` events: a page of the API may have fewer than there are. */
async function printList({ order, type, channel, conversation, since, limit, json }: ListGiven): Promise<void> {
  const query = {
    order,
    limit: Math.min(limit, PAGE),
    ...(type ? { type } : {}),
    ...(channel ? { channel } : {}),
    ...(conversation ? { conversation_id: conversation } : {}),
    ...(since ? { since: timeBefore(since) } : {}),
  };
  await printSome((await openClient()).events.list(query), lineOf, { limit, ...(json ? { json } : {}) });
}

/** Adds `events`, which lists the events of the key, and `events tail`. */
export function addEvents(program: Command): void {
  const noun = program
    .command('events')
    .enablePositionalOptions()
    .description('The events of your key, newest first')
    .addOption(new Option('--order <order>', 'which events come first').choices(['newest', 'oldest']).default('newest'))
    .addOption(new Option('--type <type>', 'only this type').choices(EventType.options))
    .addOption(new Option('--channel <channel>', 'only this channel').choices(CHANNELS))
    .option('--conversation <id>', 'only this conversation', readWholeNumber('--conversation'))
    .option('--since <duration>', 'only events of the last 15m, 1h or 2d; at most 30d')
    .option('--limit <count>', 'how many', readWholeNumber('--limit'), 20)
    .option('--json', 'print JSON, one object per line')
    .action(printList);
  noun
    .command('tail')
    .description('Print the events of the last hour, and each new one')
    .option('--since <duration>', 'start with the events of the last 15m, 1h or 2d', '1h')
    .option('--once', 'stop after the newest event')
    .option('--json', 'print JSON')
    .action(({ since, once, json }: TailGiven) =>
      untilStopped(async (signal) => {
        const client = await openClient();
        for await (const event of client.events.pull({ since: timeBefore(since), follow: once !== true, signal }))
          printLine(lineOf(event), event, json);
      }),
    );
}
