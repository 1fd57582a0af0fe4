import { type Logger, type LoggerOptions, pino } from 'pino';

/** Paths that may hold a secret, wherever they stand in a log line's first levels. */
const SECRET_FIELDS = [
  'authorization',
  'api_key',
  'apiKey',
  'token',
  'access_token',
  'accessToken',
  'bot_token',
  'botToken',
  'secret',
  'webhook_secret',
  'password',
  'credentials',
];
const SECRET_PATHS = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
/** Telegram's addresses carry the bot's token. */
const BOT_TOKEN = /\bbot\d+:[A-Za-z0-9_-]{30,}/g;

export interface LogOptions {
  level: string;
  /** Shown on each line: `gateway`, `send`, … */
  name: string;
}

const withoutTokens = (text: string): string => text.replaceAll(BOT_TOKEN, 'bot[redacted]');

/** JSON lines; on a terminal pretty lines where pino-pretty is installed. Secrets are taken out by name and by shape. */
export function makeLogger({ level, name }: LogOptions): Logger {
  const options: LoggerOptions = {
    level,
    name,
    redact: { paths: [...SECRET_PATHS, 'req.headers.authorization', 'req.headers["x-api-key"]'], censor: '[redacted]' },
    serializers: {
      err: (error: unknown) => {
        if (!(error instanceof Error)) return error;
        const cause =
          error.cause instanceof Error ? withoutTokens(error.cause.stack ?? error.cause.message) : undefined;
        return {
          type: error.name,
          message: withoutTokens(error.message),
          stack: withoutTokens(error.stack ?? ''),
          cause,
        };
      },
    },
  };
  return process.stdout.isTTY
    ? pino({
        ...options,
        transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } },
      })
    : pino(options);
}
