import { CHANNELS } from '@parley/common/channels';
import { type Command, Option } from 'commander';
import { listConversations } from './list-conversations.ts';
import { openClient } from './open-client.ts';
import { printLine, printText } from './print-rows.ts';
import { readDuration } from './read-duration.ts';
import { type ConversationMessage, readMessages } from './read-messages.ts';

interface Given {
  since: string;
  channel?: string;
  with?: string;
  json?: boolean;
}

type Shown = Pick<ConversationMessage, 'at' | 'direction' | 'text' | 'attachments'>;

export const lineOf = ({ at, direction, text, attachments }: Shown): string =>
  [
    at,
    direction.padEnd(9),
    ...(text === null ? [] : [text.replaceAll(/\s+/g, ' ')]),
    ...attachments.map((type) => `[${type}]`),
  ].join('  ');

async function printList({ since, json, ...filter }: Given): Promise<void> {
  const messages = readMessages(await openClient(), { ...filter, since: new Date(Date.now() - readDuration(since)) });
  if (!json) printText('id  channel  person  messages  newest message');
  for (const conversation of await listConversations(messages)) {
    const { conversation_id, channel, with: person, messages: count, last } = conversation;
    printLine(`${conversation_id}  ${channel}  ${person}  ${count}  ${lineOf(last)}`, conversation, json);
  }
}

async function printConversation(id: number, { since, json, ...filter }: Given): Promise<void> {
  const from = new Date(Date.now() - readDuration(since));
  let isKnown = false;
  for await (const message of readMessages(await openClient(), { ...filter, since: from, conversationId: id })) {
    isKnown = true;
    printLine(lineOf(message), message, json);
  }
  if (!isKnown) throw new Error(`Conversation ${id} has no such message in the last ${since}. --since goes back 30d.`);
}

/**
 * Adds `conversations`, which lists the conversations of the key or shows the messages of one, from the event ledger. The
 * operator's command line has verbs below that name.
 */
export function addConversations(program: Command): void {
  const noun =
    program.commands.find((command) => command.name() === 'conversations') ?? program.command('conversations');
  noun
    .enablePositionalOptions()
    .description('The conversations of your key, newest first, or the messages of one')
    .argument('[id]', 'conversation_id: show its messages')
    .option('--since <duration>', 'those with messages of the last 15m, 1h or 2d; at most 30d', '1d')
    .addOption(new Option('--channel <channel>', 'only this channel').choices(CHANNELS))
    .option('--with <person>', 'only this person or group, as a send takes it')
    .option('--json', 'print JSON, one object per line')
    .action(async (id: string | undefined, given: Given) => {
      if (id === undefined) return printList(given);
      if (!/^[1-9]\d{0,9}$/.test(id)) throw new Error(`${id} is not the conversation_id of a message.`);
      return printConversation(Number(id), given);
    });
}
