/** The NATS client's options that an address determines. */
export interface NatsAddress {
  servers: string[];
  user?: string;
  pass?: string;
  token?: string;
  tls?: Record<string, never>;
}

const withScheme = (server: string): string => (server.includes('://') ? server : `nats://${server}`);

/**
 * Parses `nats://user:password@host:4222,nats://other:4222`: the client itself accepts only hosts and ports.
 * Credentials are those of the first server that has some; a name without a password is a token; one `tls://` requires
 * TLS for all servers.
 */
export function parseNatsUrl(url: string): NatsAddress {
  const given = url.split(',').map((server) => server.trim());
  const urls = given.filter((server) => server !== '').map((server) => new URL(withScheme(server)));
  const named = urls.find(({ username }) => username !== '');
  const user = named && decodeURIComponent(named.username);
  const pass = named && decodeURIComponent(named.password);
  return {
    servers: urls.map(({ host }) => host),
    ...(user && pass ? { user, pass } : {}),
    ...(user && !pass ? { token: user } : {}),
    ...(urls.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
  };
}
