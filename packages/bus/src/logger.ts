import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

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
  'app_secret',
  'appSecret',
  'webhook_secret',
  'webhookSecret',
  'verify_token',
  'cookie',
  'password',
  'credentials',
];
const SECRET_PATHS = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
/** Secrets known by their shape, wherever they stand in a line: in addresses, messages of errors, bodies. */
const SECRET_SHAPES: readonly [RegExp, string][] = [
  // Telegram's addresses carry the bot's token.
  [/\bbot\d+:[A-Za-z0-9_-]{30,}/g, 'bot[redacted]'],
  [/\b\d{6,12}:[A-Za-z0-9_-]{30,}/g, '[redacted]'],
  [/\b([Bb]earer|Basic) [A-Za-z0-9._~+/=-]{16,}/g, '$1 [redacted]'],
  [/\b(access_token|client_secret|appsecret_proof|input_token)=[^&\s"\\]+/g, '$1=[redacted]'],
  [/\bpk_[A-Za-z0-9]{20,}/g, 'pk_[redacted]'],
  [/\bwhsec_[A-Za-z0-9+/=_-]{16,}/g, 'whsec_[redacted]'],
];

export interface LogOptions {
  level: string;
  /** Shown on each line: `gateway`, `send`, … */
  name: string;
  /** Where the lines go; default standard output. */
  destination?: DestinationStream;
}

const withoutSecrets = (line: string): string =>
  SECRET_SHAPES.reduce((text, [shape, instead]) => text.replaceAll(shape, instead), line);

/** pino-pretty is for people at a terminal; what runs elsewhere need not have it. */
function hasPretty(): boolean {
  try {
    createRequire(import.meta.url).resolve('pino-pretty');
    return true;
  } catch {
    return false;
  }
}

/** JSON lines; on a terminal pretty lines where pino-pretty is installed. Secrets are taken out by name and by shape. */
export function makeLogger({ level, name, destination }: LogOptions): Logger {
  const options: LoggerOptions = {
    level,
    name,
    redact: { paths: [...SECRET_PATHS, 'req.headers.authorization', 'req.headers["x-api-key"]'], censor: '[redacted]' },
    serializers: {
      err: (error: unknown) => {
        if (!(error instanceof Error)) return error;
        const cause = error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : undefined;
        return { type: error.name, message: error.message, stack: error.stack ?? '', cause };
      },
    },
    // Over the whole line, so that a secret in a message or an address is found as well.
    hooks: { streamWrite: withoutSecrets },
  };
  if (destination) return pino(options, destination);
  return process.stdout.isTTY && hasPretty()
    ? pino({
        ...options,
        transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } },
      })
    : pino(options);
}
