import type { Database } from '@parley/database/connection/connect-database';
import { connectedChannels } from '@parley/database/operations/installation-facts';
import type { Environment } from '@parley/runtime/environment';

/** A server of a provider or of the operator that Parley calls. */
export interface ExternalServer {
  name: string;
  host: string;
  port: number;
  /** The URL of an HTTP server; null for any other. */
  url: string | null;
  /** Whether the installation is configured to use it, or has accounts there. */
  isUsed: boolean;
}

const PORTS: Readonly<Record<string, number>> = {
  'https:': 443,
  'wss:': 443,
  'http:': 80,
  'ws:': 80,
  'smtps:': 465,
  'smtp:': 587,
};

function toServer(name: string, address: string | undefined, isUsed: boolean): ExternalServer[] {
  if (!address) return [];
  const url = new URL(address);
  const port = url.port === '' ? (PORTS[url.protocol] ?? 443) : Number(url.port);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return [{ name, host, port, url: url.protocol.startsWith('http') ? url.origin : null, isUsed }];
}

/** Every external server that this installation may call. Without a database no channel counts as used. */
export async function listExternalServers(
  environment: Environment,
  database: Database | null,
): Promise<ExternalServer[]> {
  const connected = database === null ? [] : await connectedChannels.all(database, {}).catch(() => []);
  const channels = new Set(connected.map(({ channel }) => channel));
  const isMeta = Boolean(environment.PARLEY_META_APP_SECRET) || ['wa', 'fb', 'ig'].some((one) => channels.has(one));
  return [
    ...toServer('Graph API', environment.PARLEY_GRAPH_URL, isMeta),
    ...toServer(
      'Instagram API',
      environment.PARLEY_INSTAGRAM_GRAPH_URL,
      Boolean(environment.PARLEY_INSTAGRAM_APP_SECRET),
    ),
    ...toServer('Bot API', environment.PARLEY_TELEGRAM_URL, channels.has('tg')),
    ...toServer('TikTok API', environment.PARLEY_TIKTOK_URL, Boolean(environment.PARLEY_TIKTOK_APP_SECRET)),
    ...toServer('linked-device network', environment.PARLEY_WHATSAPP_WEB_URL, channels.has('wd')),
    ...toServer('mail server', environment.PARLEY_SMTP_URL, true),
    ...toServer('SMS provider', environment.PARLEY_SMS_URL, true),
    ...toServer('store of files', environment.PARLEY_UPLOAD_S3_URL, true),
  ];
}
