/** The hostname of a Host header in URL form; null when it cannot be parsed. */
export function hostnameOf(host: string | undefined): string | null {
  const address = `http://${host ?? ''}`;
  return URL.canParse(address) ? new URL(address).hostname : null;
}

/**
 * Whether no DNS server decides where this hostname resolves to: an IP address or `localhost`. A page whose own name
 * resolves to this machine (DNS rebinding) sends its own name as Host.
 */
export const isFixedHostname = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname);

const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** `host:port` under which its own machine reaches a server: loopback if the server listens on every address. */
export function localAuthority(host: string, port: number): string {
  const address = LOOPBACK[host] ?? host;
  return `${address.includes(':') ? `[${address}]` : address}:${port}`;
}
