import { invalidField } from '@parley/common/errors';

const PROTOCOLS = ['http', 'https', 'socks5'] as const;

/** The proxy of a linked device (docs/reference/sessions.md#proxy). */
export interface DeviceProxy {
  /** http and https take CONNECT; https encrypts the connection to the proxy itself. */
  protocol: (typeof PROTOCOLS)[number];
  /** A name, or an address without brackets. */
  host: string;
  port: number;
  /** Null when the proxy asks for none. */
  login: { username: string; password: string } | null;
}

/** A host behind a proxy; the proxy resolves its name. */
export interface TunnelTarget {
  host: string;
  port: number;
}

/** SOCKS5 counts the bytes of a user name and a password in one byte each (RFC 1929). */
const LOGIN_MAX_BYTES = 255;
const FORM = 'http://user:password@host:port, with http, https or socks5';

const invalid = (problem: string): Error => invalidField('proxy', `proxy ${problem}; it has the form ${FORM}.`);

/** The text with another scheme; a URL of http leaves out port 80, and one of socks5 keeps every spelling of an address. */
function readAs(scheme: 'http' | 'https', rest: string): URL {
  try {
    return new URL(`${scheme}://${rest}`);
  } catch {
    throw invalid('is no address');
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalid('has a % in its user name or password that must be written as %25');
  }
}

function readLogin({ username, password }: URL): DeviceProxy['login'] {
  if (username === '' && password === '') return null;
  const login = { username: decode(username), password: decode(password) };
  if (login.username === '') throw invalid('has a password without a user name');
  if (login.username.includes(':')) throw invalid('has a colon in its user name');
  if (Object.values(login).some((text) => Buffer.byteLength(text) > LOGIN_MAX_BYTES))
    throw invalid(`has a user name or password of more than ${LOGIN_MAX_BYTES} bytes`);
  return login;
}

/** Reads the address of a proxy. Throws `invalid_proxy`, whose message never repeats the text. */
export function readProxy(text: string): DeviceProxy {
  const [, scheme = '', rest = ''] = /^([a-z0-9]+):\/\/(.+)$/i.exec(text.trim()) ?? [];
  const protocol = PROTOCOLS.find((one) => one === scheme.toLowerCase());
  if (protocol === undefined) throw invalid('must begin with http://, https:// or socks5://');
  const url = readAs('http', rest);
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const port = Number(url.port || readAs('https', rest).port);
  if (host === '') throw invalid('must name a host');
  if (port === 0) throw invalid('must name a port from 1 to 65535');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') throw invalid('must end with its port');
  return { protocol, host, port, login: readLogin(url) };
}

const authorityOf = ({ host, port }: TunnelTarget): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The address as {@link readProxy} reads it: with the password. */
export function writeProxy(proxy: DeviceProxy): string {
  const { protocol, login } = proxy;
  const user = login && [login.username, login.password].map(encodeURIComponent).join(':');
  return `${protocol}://${user === null ? '' : `${user}@`}${authorityOf(proxy)}`;
}

/** The address as people see it: `http://user:…@host:port`. */
export function showProxy(proxy: DeviceProxy): string {
  const { protocol, login } = proxy;
  const user = login && encodeURIComponent(login.username) + (login.password === '' ? '' : ':…');
  return `${protocol}://${user === null ? '' : `${user}@`}${authorityOf(proxy)}`;
}

/** An address by which the egress rules check the proxy's host. */
export const egressUrlOf = (proxy: DeviceProxy): string => `https://${authorityOf(proxy)}/`;

/** The request for a tunnel (RFC 9110, section 9.3.6). */
export function connectRequestOf({ login }: Pick<DeviceProxy, 'login'>, target: TunnelTarget): string {
  const authority = authorityOf(target);
  const credentials = login && Buffer.from(`${login.username}:${login.password}`).toString('base64');
  const lines = [
    `CONNECT ${authority} HTTP/1.1`,
    `Host: ${authority}`,
    ...(credentials === null ? [] : [`Proxy-Authorization: Basic ${credentials}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}
