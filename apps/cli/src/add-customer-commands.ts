import { CHANNELS, type Channel } from '@parley/common/channels';
import { EventType } from '@parley/common/events';
import { createClient } from '@parley/sdk';
import { Argument, type Command, Option } from 'commander';
import { addCompletion } from './add-completion.ts';
import { addConversations } from './add-conversations.ts';
import { addEvents } from './add-events.ts';
import { addUpload, uploadFrom } from './add-files.ts';
import { addReading } from './add-reading.ts';
import { fileCursor } from './file-cursor.ts';
import { listen } from './listen.ts';
import { readLogin, requireBaseUrl, saveLogin } from './login.ts';
import { openClient } from './open-client.ts';
import { postEvent } from './post-event.ts';
import { printLine, printRows, printText } from './print-rows.ts';
import { readDuration } from './read-duration.ts';
import { readSecret, requireSecret } from './read-secret.ts';
import { sampleBody } from './sample-body.ts';
import { untilStopped } from './until-stopped.ts';

interface Output {
  json?: boolean;
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
    printText(`Logged in: ${instance_id} (${channels.join(', ')})`);
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

interface SendGiven extends Output {
  from?: string;
  file?: string;
}

function addSend(program: Command): void {
  program
    .command('send')
    .description('Send a text, a file, or a file with a text')
    .addArgument(new Argument('<channel>', 'channel code').choices(CHANNELS))
    .argument('<to>', 'phone number, group or user id')
    .argument('[message]', 'text; required without --file')
    .option('--file <path>', 'file to upload and send')
    .option('--from <account>', 'which account sends: its id, number or label')
    .addOption(asJson())
    .action(async (channel: Channel, to: string, message: string | undefined, { from, file, json }: SendGiven) => {
      if (message === undefined && file === undefined) throw new Error('Give a text, or a file with --file.');
      const client = await openClient();
      const uploaded = file === undefined ? null : await uploadFrom(client, file);
      const sent = await client.messages.send({
        ...{ channel, to },
        ...(message === undefined ? {} : { message }),
        ...(uploaded ? { upload_id: uploaded.upload_id } : {}),
        ...(from ? { from } : {}),
      });
      if (json) printRows([sent], json);
      else printText(`ok  ${sent.message_id}  ${sent.channel}  ${sent.to}`);
    });
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
  const groups = [
    addLogin,
    addListen,
    addTrigger,
    addSend,
    addUpload,
    addEvents,
    addChannels,
    addConversations,
    addReading,
    addCompletion,
  ];
  for (const add of groups) add(program);
  return program;
}
