import { type KeptSettings, namesOf } from './kept-settings.ts';
import { mapEvents } from './map-events.ts';
import { isSet, type SourceDatabase, type SourceRow, textOf } from './source-database.ts';

/** Integrations of an instance, by their table. */
const INTEGRATIONS = ['Chatwoot', 'Rabbitmq', 'Sqs', 'Websocket', 'Typebot', 'OpenaiBot', 'Dify'] as const;

/** Switches of an instance, with what Parley has in their place. */
const SWITCHES: readonly (readonly [column: string, advice: string])[] = [
  ['rejectCall', 'calls were rejected: subscribe to call.received and call reject-call'],
  ['groupsIgnore', 'messages of groups were ignored: Parley delivers them, with whatsapp_group'],
  ['alwaysOnline', 'it was always online: Parley is online only while it types'],
  ['readMessages', 'messages were marked as read at once: call mark-read'],
  ['readStatus', 'statuses were marked as read: Parley does not read statuses'],
];

const CLOUD = 'WHATSAPP-BUSINESS';

function cloudOf({ id, name, number, businessId }: SourceRow, quote: SourceDatabase['quote']): KeptSettings['cloud'] {
  return {
    phoneNumberId: textOf(number),
    wabaId: textOf(businessId),
    label: textOf(name),
    tokenQuery: `SELECT token FROM ${quote('Instance')} WHERE id = '${textOf(id).replaceAll("'", "''")}'`,
  };
}

/** The settings of instances of Evolution API: their webhooks, numbers of the Cloud API, and what a person carries over. */
export async function readEvolutionSettings(
  database: SourceDatabase,
  instances: readonly string[],
): Promise<KeptSettings[]> {
  const { quote, query } = database;
  const tables = await database.tables();
  const rowsOf = async (table: string, id: string): Promise<SourceRow[]> =>
    tables.has(table) ? query(`SELECT * FROM ${quote(table)} WHERE ${quote('instanceId')} = ?`, [id]) : [];
  const all = await query(`SELECT * FROM ${quote('Instance')} ORDER BY name`);
  const chosen = all.filter(({ name }) => instances.length === 0 || instances.includes(textOf(name)));
  const unknown = instances.filter((name) => !all.some((one) => one.name === name));
  if (unknown.length > 0) throw new Error(`The source has no instance ${unknown.join(', ')}.`);

  const settings: KeptSettings[] = [];
  for (const instance of chosen) {
    const id = textOf(instance.id);
    const byHand: string[] = [];
    const [webhook] = await rowsOf('Webhook', id);
    const [switches] = await rowsOf('Setting', id);
    const [proxy] = await rowsOf('Proxy', id);
    const isOn =
      webhook !== undefined && webhook.enabled !== false && webhook.enabled !== 0 && textOf(webhook.url) !== '';
    if (isOn) byHand.push(...webhookByHand(webhook));
    for (const [column, advice] of SWITCHES) if (isSet(switches?.[column])) byHand.push(advice);
    if (proxy && isSet(proxy.enabled))
      byHand.push(`proxy ${textOf(proxy.protocol)}://${textOf(proxy.host)}:${textOf(proxy.port)}: call set-proxy`);
    for (const table of INTEGRATIONS)
      if ((await rowsOf(table, id)).some(({ enabled }) => enabled !== false && enabled !== 0))
        byHand.push(`integration ${table}`);
    settings.push({
      name: textOf(instance.name),
      webhook: isOn ? { url: textOf(webhook.url), ...mapEvents(namesOf(webhook.events)) } : null,
      cloud: instance.integration === CLOUD ? cloudOf(instance, quote) : null,
      byHand,
    });
  }
  return settings;
}

/** Members of a webhook that Parley has no setting for. Of headers only the names are shown: they contain secrets. */
function webhookByHand({ headers, webhookByEvents, webhookBase64 }: SourceRow): string[] {
  const given: unknown = typeof headers === 'string' ? parse(headers) : headers;
  const names = typeof given === 'object' && given !== null ? Object.keys(given) : [];
  return [
    ...(names.length > 0 ? [`headers ${names.join(', ')}: check the signature of Parley instead`] : []),
    ...(isSet(webhookByEvents) ? ['an address for each event: Parley posts all to one, with the type in event'] : []),
    ...(isSet(webhookBase64) ? ['files as base64: Parley gives an address, attachments[].url'] : []),
  ];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
