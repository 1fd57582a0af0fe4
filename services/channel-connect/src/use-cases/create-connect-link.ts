import { createHash, randomBytes } from 'node:crypto';
import type { Caller } from '@parley/common/call-context';
import type { connectLink } from '@parley/common/contracts/channels/connect-link';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { toConsoleAddress } from '../domain/console-address.ts';
import type { Dialogs, LinkChannel } from '../domain/dialog-url.ts';

/**
 * Whether an end customer's browser may be sent to this URL (docs/reference/channels.md#connect-links). `key`
 * identifies its author. Errors: service_unavailable while our own name servers are down.
 */
export type IsRedirectAllowed = (text: string, key?: string) => Promise<boolean>;

export interface NewLink {
  tokenHash: Buffer;
  tenantId: number;
  instanceId: string;
  channel: LinkChannel;
  redirectUrl: string;
  createdAt: Date;
  expiresAt: Date;
}

export interface CreateConnectLinkDeps {
  isRedirectAllowed: IsRedirectAllowed;
  dialogs: Dialogs;
  saveLink(link: NewLink): Promise<void>;
  publicUrl: string;
  now(): Date;
}

const VALID_MS = 30 * 60_000;

/** 256 random bits, in characters that need no encoding in a URL. */
export const makeSecret = (): string => randomBytes(32).toString('base64url');

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/**
 * Creates a link for an end customer, valid for 30 minutes and one authorization
 * (docs/reference/channels.md#connect-links). Errors: bad_redirect_url, service_unavailable when the operator has not
 * configured the provider's app.
 */
export function makeCreateConnectLink(deps: CreateConnectLinkDeps) {
  return async (
    { tenantId, instanceId }: Caller,
    { channel, redirectUrl: given }: InputOf<typeof connectLink>,
  ): Promise<OutputOf<typeof connectLink>> => {
    const redirectUrl = toConsoleAddress(given, deps.publicUrl);
    if (!(await deps.isRedirectAllowed(redirectUrl, instanceId))) throw new AppError('bad_redirect_url');
    if (!deps.dialogs.isReady(channel))
      throw new AppError('service_unavailable', {
        message: `The app that ${channel} is connected with is not set up on this server; ask its operator.`,
        retry_after: 60,
      });
    const token = makeSecret();
    const createdAt = deps.now();
    await deps.saveLink({
      tokenHash: hashSecret(token),
      tenantId,
      instanceId,
      channel,
      redirectUrl,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + VALID_MS),
    });
    return { ok: true, channel, connectUrl: `${deps.publicUrl}/connect/${token}`, redirectUrl };
  };
}
