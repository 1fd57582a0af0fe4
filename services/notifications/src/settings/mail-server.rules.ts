/** A mail server parsed from a URL such as PARLEY_SMTP_URL. */
export interface NamedServer {
  host: string;
  port: number;
  /** TLS from the first byte. */
  isSecure: boolean;
  user: string | null;
  password: string;
}

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;
const MAX_PORT = 65_535;

/** Parses `smtp[s]://user:password@host:port`; null for anything else. The host is normalized. */
export function readMailServer(text: string): NamedServer | null {
  try {
    const { protocol, host: given, username, password, pathname, search, hash } = new URL(text);
    if (protocol !== 'smtp:' && protocol !== 'smtps:') return null;
    if (pathname.replace('/', '') !== '' || search !== '' || hash !== '') return null;
    // As https, because its hosts are parsed like in a browser: punycode, every spelling of an address.
    const web = new URL(`https://${given}`);
    const host = web.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
    const port = /:(\d+)$/.exec(given)?.[1];
    if (host === '' || (port !== undefined && (Number(port) < 1 || Number(port) > MAX_PORT))) return null;
    return {
      host,
      port: port === undefined ? PORTS[protocol] : Number(port),
      isSecure: protocol === 'smtps:',
      user: username === '' ? null : decodeURIComponent(username),
      password: decodeURIComponent(password),
    };
  } catch {
    return null;
  }
}
