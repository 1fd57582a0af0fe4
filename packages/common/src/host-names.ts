/** The hostname of a Host header, as URLs write it; null where there is none that can be read. */
export function hostnameOf(host: string | undefined): string | null {
  const address = `http://${host ?? ''}`;
  return URL.canParse(address) ? new URL(address).hostname : null;
}

/**
 * Whether no DNS server chooses where this hostname leads: an IP address or `localhost`. A page whose own name is pointed at this
 * machine (DNS rebinding) sends its own name as Host.
 */
export const isFixedHostname = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname);
