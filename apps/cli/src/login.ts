import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const Login = z.object({
  /** `{origin}/{tenant}/api/messaging/`. */
  baseUrl: z.url({ protocol: /^https?$/ }),
  apiKey: z.string().min(1),
  /** Signs what `listen` and `trigger` post. */
  webhookSecret: z.string().startsWith('whsec_').optional(),
});
export type Login = z.infer<typeof Login>;

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder of this program's files in the user's configuration. */
export function configFolder(environment: Environment = process.env): string {
  if (environment.PARLEY_CONFIG_DIR) return environment.PARLEY_CONFIG_DIR;
  if (process.platform === 'win32' && environment.APPDATA) return join(environment.APPDATA, 'parley');
  return join(environment.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'parley');
}

const loginFile = (): string => join(configFolder(), 'login.json');

/** Replaces a file that only its user may read; a kill leaves the old one or the new one. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, text, { mode: 0o600 });
  await chmod(temporary, 0o600);
  await rename(temporary, path);
}

/** Keeps a login. Throws for an address or a secret of another form. */
export const saveLogin = (login: Login): Promise<void> =>
  writePrivateFile(loginFile(), `${JSON.stringify(Login.parse(login), null, 2)}\n`);

/** The login of the environment, else the kept one. Throws when there is neither. */
export async function readLogin(environment: Environment = process.env): Promise<Login> {
  const { PARLEY_BASE_URL: baseUrl, PARLEY_API_KEY: apiKey, PARLEY_WEBHOOK_SECRET: webhookSecret } = environment;
  const kept = await readFile(loginFile(), 'utf8').then(JSON.parse, () => ({}));
  const given = {
    ...(baseUrl ? { baseUrl } : {}),
    ...(apiKey ? { apiKey } : {}),
    ...(webhookSecret ? { webhookSecret } : {}),
  };
  const login = Login.safeParse({ ...kept, ...given });
  if (!login.success) throw new Error('Run parley login first, or set PARLEY_BASE_URL and PARLEY_API_KEY.');
  return login.data;
}
