import { z } from 'zod';
import { listOf, textOf } from '../../http/json-walk.ts';
import type { ReadResult } from '../../sent/send-outcome.ts';
import type { GraphCaller } from '../graph-call.ts';

const NAME_MAX = 64;
const MAX_SUGGESTIONS = 10;

const Status = z.string().max(NAME_MAX).nullish().catch(null);
const Username = z.looseObject({ username: z.string().max(NAME_MAX).nullish().catch(null), status: Status });
const Suggestions = z.looseObject({
  data: z.array(z.looseObject({ username_suggestions: z.unknown().optional() })).catch([]),
});
/** Any other body of a 200, such as an error in another form, is no success. */
const Reserved = z.looseObject({ status: z.string().max(NAME_MAX) });
const Done = z.looseObject({ success: z.literal(true) });

/** A name under which people find the number; `status` is Meta's word, such as approved or reserved. */
export interface WaUsername {
  name: string;
  status: string | null;
}

/** The calls about the username of a number (docs/reference/wa.md#usernames). */
export interface UsernameCalls {
  /** Its username; null: it has none. */
  getUsername(phoneNumberId: string, token: string, limitMs?: number): Promise<ReadResult<WaUsername | null>>;
  /** Names that Meta would accept, the best first. */
  listUsernameSuggestions(phoneNumberId: string, token: string): Promise<ReadResult<string[]>>;
  /** Reserves a name, or changes it; `move` takes it from another number of the portfolio. Returns Meta's status. */
  setUsername(
    phoneNumberId: string,
    token: string,
    given: { username: string; move: boolean },
  ): Promise<ReadResult<string>>;
  deleteUsername(phoneNumberId: string, token: string): Promise<ReadResult<unknown>>;
}

export function makeUsernameCalls({ read }: Pick<GraphCaller, 'read'>): UsernameCalls {
  const pathOf = (phoneNumberId: string, edge = 'username') => `${encodeURIComponent(phoneNumberId)}/${edge}`;
  return {
    async getUsername(phoneNumberId, token, timeoutMs) {
      const answer = await read(Username, { method: 'GET', path: pathOf(phoneNumberId), token, timeoutMs });
      if (!answer.ok) return answer;
      const { username: name, status = null } = answer.value;
      return { ok: true, value: name ? { name, status } : null };
    },
    async listUsernameSuggestions(phoneNumberId, token) {
      const path = pathOf(phoneNumberId, 'username_suggestions');
      const answer = await read(Suggestions, { method: 'GET', path, token });
      if (!answer.ok) return answer;
      const names = answer.value.data
        .flatMap(({ username_suggestions: suggested }) => listOf(suggested))
        .map(textOf)
        .filter((name) => name !== null)
        .filter(({ length }) => length <= NAME_MAX);
      return { ok: true, value: [...new Set(names)].slice(0, MAX_SUGGESTIONS) };
    },
    async setUsername(phoneNumberId, token, { username, move }) {
      const body = { username, transfer_action: move ? 'force_transfer' : 'none' };
      const answer = await read(Reserved, { method: 'POST', path: pathOf(phoneNumberId), token, body });
      return answer.ok ? { ok: true, value: answer.value.status } : answer;
    },
    deleteUsername: (phoneNumberId, token) => read(Done, { method: 'DELETE', path: pathOf(phoneNumberId), token }),
  };
}
