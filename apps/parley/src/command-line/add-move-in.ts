import { printJson, printText } from '@parley/cli/print-rows';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { MoveInSource } from '../move-in/move-in-source.ts';
import type { OperatorClient } from './operator-client.ts';

interface Options {
  plan?: true;
  copy?: true;
  history?: true;
  settings?: true;
  historyDays: number;
  tenant?: string;
  key?: string;
  json?: true;
  sourceUrl?: string;
}

/** How long the keys of a source must stay as they are before they are copied. */
const STILL_FOR_MS = 30_000;

async function plan(source: MoveInSource, { json, sourceUrl }: Options): Promise<void> {
  const { isAnswering, readSource } = await import('../move-in/move-in-source.ts');
  const { describePlan, makePlan } = await import('../move-in/make-plan.ts');
  const devices = makePlan(await readSource(source, new Date()));
  const isRunning = sourceUrl === undefined ? null : await isAnswering(sourceUrl);
  if (json) return printJson({ devices, source_answers: isRunning }, 2);
  for (const line of describePlan(devices)) printText(line);
  if (isRunning) printText(`The source answers at ${sourceUrl}: stop it before the copy.`);
}

const KIND_OF = {
  evolution: 'evolution',
  whatsmeow: 'whatsmeow',
  'baileys-files': 'baileys',
  'baileys-rows': 'baileys',
} as const;

async function copy(makeClient: () => Promise<OperatorClient>, source: MoveInSource, options: Options): Promise<void> {
  const { tenant: slug, key, json, sourceUrl } = options;
  if (slug === undefined || key === undefined)
    throw new Error('--copy needs --tenant and --key: the tenant, and the key that the devices belong to.');
  const { isAnswering, readSource } = await import('../move-in/move-in-source.ts');
  const { copyDevices, findKey } = await import('../move-in/copy-devices.ts');
  if (sourceUrl !== undefined && (await isAnswering(sourceUrl)))
    throw new Error(`The source answers at ${sourceUrl}: stop it first.`);
  const client = await makeClient();
  const target = { client, slug, instanceId: await findKey(client, slug, key), source: KIND_OF[source.kind] };
  if (!json) printText(`Watching for ${STILL_FOR_MS / 1000} s whether the source still runs …`);
  const copied = await copyDevices(target, () => readSource(source, new Date()), STILL_FOR_MS);
  if (copied.some(({ refused }) => refused !== null)) process.exitCode = 1;
  if (json) return printJson({ devices: copied }, 2);
  for (const { name, account_id: id, state, refused } of copied)
    printText(refused === null ? `${name}: account ${id} is ${state}` : `${name}: not copied. ${refused}`);
  printText(`Start one first: parley move-in start ${slug} <account-id>, and see parley move-in list ${slug}.`);
}

const DAY_S = 86_400;

async function importHistory(makeClient: () => Promise<OperatorClient>, source: MoveInSource, options: Options) {
  const { tenant: slug, json, historyDays } = options;
  if (slug === undefined) throw new Error('--history needs --tenant: the tenant that has the devices.');
  const { readHistories } = await import('../move-in/move-in-source.ts');
  const { importHistories } = await import('../move-in/import-histories.ts');
  const now = new Date();
  const sinceS = Math.floor(now.getTime() / 1000) - historyDays * DAY_S;
  const imported = await importHistories({ client: await makeClient(), slug }, readHistories(source, sinceS, now));
  if (imported.some(({ stopped }) => stopped !== null)) process.exitCode = 1;
  if (json) return printJson({ devices: imported }, 2);
  for (const { name, found, stored, refused, stopped } of imported)
    printText(
      `${name}: ${found} messages in the source, ${stored} stored now, ${refused} cannot be read${stopped === null ? '' : `. ${stopped}`}`,
    );
}

async function carrySettings(makeClient: () => Promise<OperatorClient>, source: MoveInSource, options: Options) {
  const { tenant: slug, key, json } = options;
  if (slug === undefined || key === undefined)
    throw new Error('--settings needs --tenant and --key: the tenant, and the key that gets the webhook.');
  const { readSettings } = await import('../move-in/move-in-source.ts');
  const { findKey } = await import('../move-in/copy-devices.ts');
  const { carryWebhook, describeSettings } = await import('../move-in/carry-settings.ts');
  const settings = await readSettings(source, new Date());
  const client = await makeClient();
  const carried = await carryWebhook({ client, slug, instanceId: await findKey(client, slug, key) }, settings);
  if (carried.state === 'refused') process.exitCode = 1;
  if (json) return printJson({ webhook: carried, devices: settings }, 2);
  for (const line of describeSettings(slug, settings, carried)) printText(line);
}

const several = (value: string, before: string[] = []): string[] => [...before, value];

const MAX_DAYS = 3650;

function daysOf(text: string): number {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > MAX_DAYS) throw new InvalidArgumentError(`must be a number of days from 1 to ${MAX_DAYS}.`);
  return days;
}

type SourceOf = (given: string[]) => MoveInSource;

/** `parley move-in <source>` (docs/operations/move-in.md). */
export function addMoveIn(program: Command, client: () => Promise<OperatorClient>): Command {
  const moveIn = program.commands.find((one) => one.name() === 'move-in');
  if (!moveIn) throw new Error('The command line has no move-in.');

  /** Adds the options that each source has. */
  function withActions(command: Command, sourceOf: SourceOf): Command {
    return command
      .addOption(new Option('--plan', 'only read: which devices can be moved, and why not').conflicts('copy'))
      .option('--copy', 'copy the devices of a source that is stopped; they are not connected')
      .addOption(
        new Option('--history', 'import the messages that the source has kept, of devices that have moved').conflicts([
          'plan',
          'copy',
        ]),
      )
      .addOption(
        new Option('--history-days <days>', 'for --history: how far back')
          .default(30)
          .argParser((text) => daysOf(text)),
      )
      .addOption(
        new Option('--settings', 'give the key the webhook of the source, and list what is left to do').conflicts([
          'plan',
          'copy',
          'history',
        ]),
      )
      .option('--tenant <slug>', 'for all but --plan: the tenant that gets the devices')
      .option('--key <key>', 'for --copy and --settings: the key that they belong to, by its instance_id or label')
      .option('--source-url <url>', 'address of the source’s own API, to see whether it still runs')
      .option('--json', 'print the result as JSON')
      .action(async () => {
        const options = command.opts<Options>();
        if (!options.plan && !options.copy && !options.history && !options.settings)
          throw new Error('Name what to do: --plan, --copy, --history or --settings.');
        const source = sourceOf(command.args);
        if (options.history) return importHistory(client, source, options);
        if (options.settings) return carrySettings(client, source, options);
        return options.plan ? plan(source, options) : copy(client, source, options);
      });
  }

  const evolution = moveIn
    .command('evolution')
    .description('Linked instances of Evolution API')
    .requiredOption('--database <url>', 'its database: postgresql://… or mysql://…')
    .option('--redis <url>', 'its Redis server with the database: redis://host:6379/6')
    .option('--redis-prefix <prefix>', 'CACHE_REDIS_PREFIX_KEY', 'evolution')
    .option('--files <directory>', 'its directory instances, if it runs without Redis')
    .option('--creds <store>', 'where the credentials are, if both stores have some: sql or redis')
    .option('--instance <name>', 'only this instance; can be repeated', several);
  withActions(evolution, () => {
    const { instance = [], ...options } = evolution.opts<
      Omit<EvolutionOptions, 'instances'> & { instance?: string[] }
    >();
    return { ...options, kind: 'evolution', instances: instance };
  });
  const whatsmeow = moveIn
    .command('whatsmeow')
    .description('Devices of GOWA, wuzapi, Evolution Go, WAHA with GOWS, and other programs on whatsmeow')
    .requiredOption('--database <url>', 'its database: postgresql://… or a SQLite file')
    .option('--keys-database <url>', 'the second database of GOWA (DB_KEYS_URI)')
    .option('--app-database <url>', 'the product’s own database, if it is another one: chatstorage.db of GOWA')
    .option('--device <jid>', 'only this device; can be repeated', several);
  withActions(whatsmeow, () => {
    const { device = [], ...options } = whatsmeow.opts<{
      database: string;
      keysDatabase?: string;
      appDatabase?: string;
      device?: string[];
    }>();
    return { ...options, kind: 'whatsmeow', devices: device };
  });
  const historyFile = (command: Command): Command =>
    command.option('--history-file <file>', 'for --history: messages of Baileys as JSON lines, {"key":…,"message":…}');
  const files = historyFile(moveIn.command('baileys-files <directory>')).description(
    'Devices in files of Baileys (useMultiFileAuthState): own programs, WAHA with NOWEB',
  );
  withActions(files, ([directory = '']) => ({ ...files.opts<HistoryFile>(), kind: 'baileys-files', directory }));
  const rows = historyFile(moveIn.command('baileys-rows <file>')).description(
    'One device of Baileys as JSON lines: {"key":"session-55….0","value":…}',
  );
  withActions(rows, ([file = '']) => ({ ...rows.opts<HistoryFile>(), kind: 'baileys-rows', file }));
  return program;
}

type EvolutionOptions = Extract<MoveInSource, { kind: 'evolution' }>;
interface HistoryFile {
  historyFile?: string;
}
