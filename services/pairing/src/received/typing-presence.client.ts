import type { WASocket } from 'baileys';

export interface TypingPresenceOptions {
  sock: Pick<WASocket, 'sendPresenceUpdate'>;
  /** Whether the connection is open and the account has a name: the network shows no account without one. */
  canShow(): boolean;
}

/** Shows the account as online while typing notices are wanted (docs/reference/wd.md#typing). */
export function makeTypingPresence({ sock, canShow }: TypingPresenceOptions) {
  let isAttending = false;
  return {
    isAttending: (): boolean => isAttending,
    async attend(isWanted: boolean): Promise<void> {
      if (isWanted === isAttending || !canShow()) return;
      // Before the call: a notice may arrive before it resolves.
      isAttending = isWanted;
      try {
        await sock.sendPresenceUpdate(isWanted ? 'available' : 'unavailable');
      } catch (error) {
        isAttending = !isWanted;
        throw error;
      }
    },
  };
}
