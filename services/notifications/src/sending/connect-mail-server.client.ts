import { connect, type LookupFunction, type Socket } from 'node:net';
import type { Egress } from '@parley/providers/egress/open-egress';
import type { NamedServer } from '../settings/mail-server.rules.ts';
import type { MailConnection } from './mail-sender.client.ts';

/** Connects to the mail server of the deployment. */
export async function connectDeploymentServer(
  lookup: LookupFunction,
  { host, port }: NamedServer,
): Promise<MailConnection> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const connecting = connect({ host, port, lookup });
    connecting.once('error', reject);
    connecting.once('connect', () => {
      connecting.off('error', reject);
      resolve(connecting);
    });
  });
  return { socket, requiresTls: false };
}

/** Connects to the mail server of a tenant under the egress rules. */
export async function connectTenantServer(
  egress: Pick<Egress, 'connect'>,
  { host, port }: NamedServer,
  timeoutMs: number,
): Promise<MailConnection> {
  const { socket, isOpened } = await egress.connect({ host, port, timeoutMs });
  // In a range that the operator opened, a tenant's server may be used without encryption.
  return { socket, requiresTls: !isOpened };
}
