import type { Patient } from './patient.ts';

/** Something outside that Parley calls. */
export interface Outside {
  name: string;
  host: string;
  port: number;
  /** For an HTTP server. */
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

function toOutside(name: string, address: string | undefined, isUsed: boolean): Outside[] {
  if (!address) return [];
  const url = new URL(address);
  const port = url.port === '' ? (PORTS[url.protocol] ?? 443) : Number(url.port);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return [{ name, host, port, url: url.protocol.startsWith('http') ? url.origin : null, isUsed }];
}

/** Channels with a connected account; none while the database is away. */
async function usedChannels({ database }: Patient): Promise<ReadonlySet<string>> {
  const text = `SELECT DISTINCT channel FROM channel_accounts WHERE status = 'connected'`;
  const answer = await database?.query<{ channel: string }>({ text }).catch(() => null);
  return new Set(answer?.rows.map(({ channel }) => channel));
}

/** Every server outside that this installation may call. */
export async function listOutside(patient: Patient): Promise<Outside[]> {
  const { environment } = patient;
  const channels = await usedChannels(patient);
  const isMeta = Boolean(environment.PARLEY_META_APP_SECRET) || ['wa', 'fb', 'ig'].some((one) => channels.has(one));
  return [
    ...toOutside('Graph API', environment.PARLEY_GRAPH_URL, isMeta),
    ...toOutside('Bot API', environment.PARLEY_TELEGRAM_URL, channels.has('tg')),
    ...toOutside('TikTok API', environment.PARLEY_TIKTOK_URL, Boolean(environment.PARLEY_TIKTOK_APP_SECRET)),
    ...toOutside('linked-device network', environment.PARLEY_WHATSAPP_WEB_URL, channels.has('wd')),
    ...toOutside('mail server', environment.PARLEY_SMTP_URL, true),
    ...toOutside('SMS provider', environment.PARLEY_SMS_URL, true),
    ...toOutside('store of files', environment.PARLEY_UPLOAD_S3_URL, true),
  ];
}
