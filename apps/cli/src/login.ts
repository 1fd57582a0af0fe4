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

/** The folder of this program's files in the user's configuration. */
export function configFolder(): string {
  const { PARLEY_CONFIG_DIR, APPDATA, XDG_CONFIG_HOME } = process.env;
  if (PARLEY_CONFIG_DIR) return PARLEY_CONFIG_DIR;
  if (process.platform === 'win32' && APPDATA) return join(APPDATA, 'parley');
  return join(XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'parley');
}

const loginFile = (): string => join(configFolder(), 'login.json');

/** Replaces a file that only its user may read, by a rename: a kill leaves the old one or the new one. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, text, { mode: 0o600 });
  await chmod(temporary, 0o600);
  await rename(temporary, path);
}

/** The form of each part, as a sentence. */
const FORMS: Readonly<Record<string, string>> = {
  baseUrl: 'PARLEY_BASE_URL or --url must be an address of the form https://parley.example/{tenant}/api/messaging/.',
  webhookSecret: 'PARLEY_WEBHOOK_SECRET or --secret must begin with whsec_.',
};

function parseLogin(given: unknown): Login {
  const login = Login.safeParse(given);
  if (login.success) return login.data;
  const [part] = login.error.issues.map(({ path }) => String(path[0])).filter((name) => Object(given)[name]);
  throw new Error(FORMS[part ?? ''] ?? 'Run parley login first, or set PARLEY_BASE_URL and PARLEY_API_KEY.');
}

/** Checks the address of a login before it is used. Throws a sentence that names its form. */
export function requireBaseUrl(baseUrl: string): void {
  if (!Login.shape.baseUrl.safeParse(baseUrl).success) throw new Error(FORMS.baseUrl);
}

/** Stores a login. Throws if the address or the secret is invalid. */
export const saveLogin = (login: Login): Promise<void> =>
  writePrivateFile(loginFile(), `${JSON.stringify(parseLogin(login), null, 2)}\n`);

/** The stored login; variables of the environment override it. Throws without an address and a key. */
export async function readLogin(): Promise<Login> {
  const { PARLEY_BASE_URL: baseUrl, PARLEY_API_KEY: apiKey, PARLEY_WEBHOOK_SECRET: webhookSecret } = process.env;
  const stored = await readFile(loginFile(), 'utf8').then(JSON.parse, () => ({}));
  const given = {
    ...(baseUrl ? { baseUrl } : {}),
    ...(apiKey ? { apiKey } : {}),
    ...(webhookSecret ? { webhookSecret } : {}),
  };
  return parseLogin({ ...stored, ...given });
}
