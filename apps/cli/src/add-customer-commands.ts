import { CHANNELS, type Channel } from '@parley/common/channels';
import { EventType } from '@parley/common/events';
import { createClient, type Event } from '@parley/sdk';
import { Argument, type Command, Option } from 'commander';
import { addCompletion } from './add-completion.ts';
import { addConversations } from './add-conversations.ts';
import { fileCursor } from './file-cursor.ts';
import { listen } from './listen.ts';
import { readLogin, requireBaseUrl, saveLogin } from './login.ts';
import { openClient } from './open-client.ts';
import { postEvent } from './post-event.ts';
import { printLine, printRows } from './print-rows.ts';
import { readDuration } from './read-duration.ts';
import { readSecret, requireSecret } from './read-secret.ts';
import { sampleBody } from './sample-body.ts';

interface Output {
  json?: boolean;
}

/** Runs a command that follows events until Ctrl-C, which ends it between two events. */
async function untilStopped(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  await run(signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

interface SecretGiven {
  secret?: string;
  secretFile?: string;
}

/** The webhook secret that is given, by a variable too, or that of the login. Throws without one. */
async function webhookSecretOf({ secret: value, secretFile: file }: SecretGiven): Promise<string> {
  const isGiven = value !== undefined || file !== undefined || Boolean(process.env[WEBHOOK_SECRET.variable]);
  const known = isGiven ? null : (await readLogin()).webhookSecret;
  return known ?? requireSecret({ ...WEBHOOK_SECRET, value, file });
}

const WEBHOOK_SECRET = {
  flag: '--secret',
  variable: 'PARLEY_WEBHOOK_SECRET',
  question: 'Webhook secret of the key (whsec_…)',
};
const API_KEY = { flag: '--key', variable: 'PARLEY_API_KEY', question: 'API key' };

const asJson = (): Option => new Option('--json', 'print JSON');
const secretOptions = (): Option[] => [
  new Option(
    '--secret <whsec>',
    'webhook secret of the key; - reads it from the standard input; or PARLEY_WEBHOOK_SECRET',
  ),
  new Option('--secret-file <path>', 'file with the webhook secret'),
];
const forwardOption = (): Option => new Option('--forward <url>', 'URL of your receiver').makeOptionMandatory();

interface LoginGiven extends SecretGiven {
  url: string;
  key?: string;
  keyFile?: string;
}

function addLogin(program: Command): void {
  const command = program
    .command('login')
    .description('Store the address and key of an account for the other commands')
    .requiredOption('--url <base-url>', 'https://parley.example/{tenant}/api/messaging/')
    .option(
      '--key <api-key>',
      'API key; - reads it from the standard input; or PARLEY_API_KEY; without any it is asked for',
    )
    .option('--key-file <path>', 'file with the API key');
  for (const option of secretOptions()) command.addOption(option);
  command.action(async ({ url, key, keyFile, secret, secretFile }: LoginGiven) => {
    requireBaseUrl(url);
    const apiKey = await requireSecret({ ...API_KEY, value: key, file: keyFile });
    const webhookSecret = await readSecret({
      ...WEBHOOK_SECRET,
      value: secret,
      file: secretFile,
      question: `${WEBHOOK_SECRET.question}, or nothing`,
    });
    const login = { baseUrl: url, apiKey, ...(webhookSecret === null ? {} : { webhookSecret }) };
    const { instance_id, channels } = await createClient(login).account.status();
    await saveLogin(login);
    console.log(`Logged in: ${instance_id} (${channels.join(', ')})`);
  });
}

interface ListenGiven extends Output, SecretGiven {
  forward: string;
  replay?: string;
  once?: boolean;
}

function addListen(program: Command): void {
  const command = program
    .command('listen')
    .description('Forward the events of your key to your receiver, signed as Parley signs them')
    .addOption(forwardOption())
    .option('--replay <duration>', 'start with the events of the last 15m, 1h or 2d')
    .option('--once', 'stop after the newest event')
    .addOption(asJson());
  for (const option of secretOptions()) command.addOption(option);
  command.action(({ forward, replay, once, json, ...given }: ListenGiven) =>
    untilStopped(async (signal) => {
      const login = await readLogin();
      console.error(
        `Forwarding to ${forward}; Ctrl-C ends. An event that the receiver does not take is not posted again: --replay repeats it.`,
      );
      await listen({
        client: createClient(login),
        forward,
        secret: await webhookSecretOf(given),
        cursor: fileCursor(login, forward),
        replaySince: replay === undefined ? null : new Date(Date.now() - readDuration(replay)),
        follow: once !== true,
        signal,
        print: (line, details) => printLine(line, details, json),
      });
    }),
  );
}

function addTrigger(program: Command): void {
  const command = program
    .command('trigger')
    .description('Post a sample event, such as message.received, to your receiver')
    .addArgument(new Argument('<event>', 'type of the event').choices(EventType.options))
    .addOption(forwardOption())
    .addOption(asJson());
  for (const option of secretOptions()) command.addOption(option);
  command.action(async (type: string, { forward, json, ...given }: Output & SecretGiven & { forward: string }) => {
    const posted = await postEvent(forward, sampleBody(type, new Date()), await webhookSecretOf(given));
    printLine(`${type}  ${posted.status ?? posted.problem}  ${posted.ms} ms`, { event: type, ...posted }, json);
    if (posted.status === null || posted.status >= 300) process.exitCode = 1;
  });
}

function addSend(program: Command): void {
  program
    .command('send')
    .description('Send a text')
    .addArgument(new Argument('<channel>', 'channel code').choices(CHANNELS))
    .argument('<to>', 'phone number, group or user id')
    .argument('<message>', 'text')
    .option('--from <account>', 'which account sends: its id, number or label')
    .addOption(asJson())
    .action(async (channel: Channel, to: string, message: string, { from, json }: Output & { from?: string }) => {
      const input = { channel, to, message, ...(from ? { from } : {}) };
      const sent = await (await openClient()).messages.send(input);
      if (json) printRows([sent], json);
      else console.log(`ok  ${sent.message_id}  ${sent.channel}  ${sent.to}`);
    });
}

/** The sender and the text of an event that has them. */
function sayWhat({ data }: Event): string {
  const parts = [data && 'from' in data ? data.from : null, data && 'text' in data ? data.text : null];
  return parts
    .filter((part) => typeof part === 'string' && part !== '')
    .map((part) => `  ${String(part).replaceAll(/\s+/g, ' ')}`)
    .join('');
}

function addEvents(program: Command): void {
  program
    .command('events')
    .description('The events of your key')
    .command('tail')
    .description('Print the events of the last hour, and each new one')
    .option('--since <duration>', 'start with the events of the last 15m, 1h or 2d', '1h')
    .option('--once', 'stop after the newest event')
    .addOption(asJson())
    .action(({ since, once, json }: Output & { since: string; once?: boolean }) =>
      untilStopped(async (signal) => {
        const from = new Date(Date.now() - readDuration(since)).toISOString();
        for await (const event of (await openClient()).events.pull({ since: from, follow: once !== true, signal }))
          printLine(`${event.created_at}  ${event.event.padEnd(22)} ${event.id}${sayWhat(event)}`, event, json);
      }),
    );
}

/** Adds `channels`, which lists the channels of the key; the operator's command line has verbs below that name. */
function addChannels(program: Command): void {
  const noun = program.commands.find((command) => command.name() === 'channels') ?? program.command('channels');
  noun
    .enablePositionalOptions()
    .description('The connected channels of your key')
    .addOption(asJson())
    .action(async ({ json }: Output) => printRows((await (await openClient()).channels.list()).channels, json));
}

/** Adds the commands that work with an API key, and `completion`. */
export function addCustomerCommands(program: Command): Command {
  // Without positional options, `channels` and `conversations` would take the options of their verbs.
  program.enablePositionalOptions();
  const groups = [addLogin, addListen, addTrigger, addSend, addEvents, addChannels, addConversations, addCompletion];
  for (const add of groups) add(program);
  return program;
}
