import { readDeviceJid } from '@parley/pairing/move-in/moved-device.rules';
import { type KeptSettings, namesOf } from './kept-settings.ts';
import { mapEvents } from './map-events.ts';
import { isSet, type SourceDatabase, type SourceRow, textOf } from './source-database.ts';

/** The table of a product with one row for each device, and its columns of the webhook. */
const PRODUCTS = [
  { table: 'devices', url: 'webhook_url', events: 'webhook_events', secret: 'webhook_secret' },
  { table: 'users', url: 'webhook', events: 'events', secret: null },
  { table: 'instances', url: 'webhook', events: 'events', secret: null },
] as const;

function byHandOf(row: SourceRow, secret: string | null): string[] {
  const proxy = textOf(row.proxy_url) || textOf(row.proxy);
  return [
    ...(secret !== null && textOf(row[secret]) !== ''
      ? ['a secret of the webhook: Parley signs with that of the key']
      : []),
    ...(proxy === '' || proxy === '{}' ? [] : ['a proxy: call set-proxy']),
    ...(isSet(row.webhook_insecure_skip_verify) ? ['certificates were not checked: Parley checks them'] : []),
  ];
}

/** The settings of devices of whatsmeow, from the database of GOWA, wuzapi or Evolution Go around it. */
export async function readWhatsmeowSettings(app: SourceDatabase, jids: readonly string[]): Promise<KeptSettings[]> {
  const tables = await app.tables();
  const product = PRODUCTS.find(({ table }) => tables.has(table));
  const rows = product ? await app.query(`SELECT * FROM ${product.table}`) : [];
  return jids.map((jid) => {
    const own = `${readDeviceJid(jid)?.user ?? ''}@s.whatsapp.net`;
    const row = rows.find((one) => [one.jid, one.ad_jid].some((given) => given === jid || given === own));
    const url = product && row ? textOf(row[product.url]) : '';
    return {
      name: jid,
      webhook: product && row && url !== '' ? { url, ...mapEvents(namesOf(row[product.events])) } : null,
      cloud: null,
      byHand: product && row ? byHandOf(row, product.secret) : [],
    };
  });
}
