import { CHANNELS, type Channel } from '@parley/common/channels';
import type { ReadConversation, ReadMessage, SearchResult } from '@parley/sdk';
import { type Command, Option } from 'commander';
import { lineOf } from './add-conversations.ts';
import { openClient } from './open-client.ts';
import { cell, printJson, printSome, printText } from './print-rows.ts';
import { readWholeNumber } from './read-whole-number.ts';

interface Given {
  limit: number;
  channel?: Channel;
  json?: boolean;
}

const lineOfMessage = ({ at, direction, origin, text, attachments }: ReadMessage): string =>
  lineOf({
    at,
    direction: direction === 'in' ? 'in' : origin,
    text: text || null,
    attachments: attachments.map(({ type }) => type),
  });

const lineOfResult = ({ kind, channel, conversation_id, name, at, person, message }: SearchResult): string =>
  [
    ...[kind.padEnd(7), channel, cell(conversation_id), cell(at), cell(name)],
    message ? `${message.direction}  ${message.snippet}` : (person?.addresses.join(', ') ?? ''),
  ].join('  ');

const lineOfConversation = ({ conversation_id, channel, peer, status, waiting }: ReadConversation): string =>
  [conversation_id, channel, peer, status, ...(waiting ? ['waiting'] : [])].join('  ');

const channelOption = (): Option => new Option('--channel <channel>', 'only this channel').choices(CHANNELS);

interface ContactGiven extends Given {
  address?: string;
}

async function printContact(id: number | undefined, { channel, address, json }: ContactGiven): Promise<void> {
  const person = await (await openClient()).contacts.get({
    ...(id ? { conversation_id: id } : {}),
    ...(channel ? { channel } : {}),
    ...(address ? { address } : {}),
  });
  if (json) return printJson(person, 2);
  const { name, username, phone, addresses, consent, conversations } = person;
  for (const [title, value] of Object.entries({ name, username, phone, addresses: addresses.join(', ') }))
    printText(`${title.padEnd(10)} ${cell(value)}`);
  printText(
    `${'marketing'.padEnd(10)} ${consent.opted_out ? `opted out (${cell(consent.by)}, ${cell(consent.at)})` : 'yes'}`,
  );
  for (const conversation of conversations) printText(lineOfConversation(conversation));
}

/** Adds the commands that need a key which may read: `messages`, `search` and `contact`. */
export function addReading(program: Command): void {
  program
    .command('messages')
    .description('The messages of a conversation, newest first, with a key that may read')
    .argument('<conversation-id>', 'conversation_id', readWholeNumber('conversation-id'))
    .option('--limit <count>', 'how many', readWholeNumber('--limit'), 20)
    .option('--json', 'print JSON, one object per line')
    .action(async (conversation_id: number, given: Given) => {
      const query = { conversation_id, limit: Math.min(given.limit, 100) };
      await printSome((await openClient()).messages.list(query), lineOfMessage, given);
    });
  program
    .command('search')
    .description('Find people and messages, with a key that may read')
    .argument('<words...>', 'beginnings of words, or part of a number')
    .addOption(channelOption())
    .addOption(new Option('--kind <kind>', 'only people, or only messages').choices(['person', 'message']))
    .option('--limit <count>', 'how many', readWholeNumber('--limit'), 20)
    .option('--json', 'print JSON, one object per line')
    .action(async (words: string[], { kind, ...given }: Given & { kind?: 'person' | 'message' }) => {
      const { channel, limit } = given;
      const query = {
        ...{ q: words.join(' '), limit: Math.min(limit, 50) },
        ...(kind ? { kind } : {}),
        ...(channel ? { channel } : {}),
      };
      await printSome((await openClient()).conversations.search(query), lineOfResult, given);
    });
  program
    .command('contact')
    .description('A person with their conversations, with a key that may read')
    .argument('[conversation-id]', 'conversation_id with the person', readWholeNumber('conversation-id'))
    .addOption(new Option('--channel <channel>', 'with --address').choices(CHANNELS))
    .option('--address <address>', 'an address of the person, such as +16505551234')
    .option('--json', 'print JSON')
    .action(printContact);
}
