import type { Channel } from '@parley/common/channels';
import { AppError, invalidField } from '@parley/common/errors';
import {
  isSharedChannel,
  type KnownOwner,
  SHARED_CHANNELS,
  THREAD_ROLES,
  type ThreadAction,
} from '@parley/common/messages/thread-owner';
import { INBOX_APPS, type ThreadControl } from '@parley/providers/graph/threads/thread-control';

/** An action on a thread: the call of the platform, and the state after it. */
interface ThreadVerb {
  verb: ThreadControl['verb'];
  owner: KnownOwner;
  reason: 'taken' | 'passed' | 'released';
}

export const THREAD_VERBS: Readonly<Record<ThreadAction, ThreadVerb>> = {
  'take-thread': { verb: 'take', owner: 'ours', reason: 'taken' },
  'pass-thread': { verb: 'pass', owner: 'theirs', reason: 'passed' },
  'release-thread': { verb: 'release', owner: 'idle', reason: 'released' },
};

/** The advice after a call without an answer: the act may have been done, and a repeat would pass the thread on. */
export const LOOK_FIRST =
  'The platform did not answer in time. Look at thread_owner of the conversation before you repeat the request: the act may have been done.';

/** Throws `unsupported_content` on a channel whose accounts no other app can share. */
export function requireShared(channel: Channel, action: ThreadAction): void {
  if (isSharedChannel(channel)) return;
  throw new AppError('unsupported_content', {
    message: `${action} is not possible on ${channel}; it is on ${SHARED_CHANNELS.join(', ')}.`,
    body: { channel, action },
  });
}

const APP_ID = /^[0-9]{1,32}$/;

/** The role or app that gets a passed thread; by default the platform's own. Throws `invalid_target`. */
export function targetOf(channel: Channel, target: string | undefined): string {
  if (channel === 'wa') {
    const role = target ?? 'escalation';
    if (THREAD_ROLES.some((known) => known === role)) return role;
    throw invalidField('target', `target must be a role on wa: ${THREAD_ROLES.join(', ')}.`);
  }
  const app = target ?? (channel === 'ig' ? INBOX_APPS.ig : INBOX_APPS.fb);
  if (APP_ID.test(app)) return app;
  throw invalidField(
    'target',
    `target must be the id of an app at Meta on ${channel}: digits, such as ${INBOX_APPS.fb}.`,
  );
}

/** The facts of an own act as conversations store it. */
export const factsOfAct = (channel: Channel, { verb, target, metadata }: ThreadControl) => ({
  role: verb === 'pass' && channel === 'wa' ? target : null,
  appId: verb === 'pass' && channel !== 'wa' ? target : null,
  metadata,
});

/** When an own act counts: after the report that it follows, whose clock may be ahead of ours. */
export const momentOfAct = (ownerAt: Date | null, now: Date): Date =>
  ownerAt === null || ownerAt < now ? now : new Date(ownerAt.getTime() + 1);
