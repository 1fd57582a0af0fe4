import { boundText } from '@parley/common/text/clean-text';
import { z } from 'zod';
import { isObject, type JsonObject, listOf, numberOf, textOf } from '../../http/json-walk.ts';
import type { ReadResult } from '../../sent/send-outcome.ts';
import type { GraphCaller } from '../graph-call.ts';

const TEXT_MAX = 512;
const MAX_REASONS = 10;

const SendingState = z.enum(['AVAILABLE', 'LIMITED', 'BLOCKED']);

/** Whether Meta lets a number send, and the reasons where it does not. */
export interface WaHealth {
  state: z.infer<typeof SendingState> | null;
  reasons: { code: number | null; text: string; solution: string | null }[];
}

const bound = (value: unknown): string | null => {
  const said = textOf(value);
  return said === null ? null : boundText(said, TEXT_MAX);
};

/** The reasons of one entity (the number, its accounts, the app): errors where it is blocked, remarks where it is limited. */
function reasonsOf(entity: JsonObject): WaHealth['reasons'] {
  const errors = listOf(entity.errors)
    .filter(isObject)
    .map((error) => ({
      code: numberOf(error.error_code),
      text: bound(error.error_description),
      solution: bound(error.possible_solution),
    }));
  const remarks = listOf(entity.additional_info).map((remark) => ({ code: null, text: bound(remark), solution: null }));
  return [...errors, ...remarks].flatMap(({ text, ...rest }) => (text === null ? [] : [{ text, ...rest }]));
}

/** Reads a `health_status`; an unknown state is null. */
export function readHealth(given: JsonObject): WaHealth {
  const reasons = listOf(given.entities).filter(isObject).flatMap(reasonsOf);
  return { state: SendingState.safeParse(given.can_send_message).data ?? null, reasons: reasons.slice(0, MAX_REASONS) };
}

const Health = z.looseObject({ health_status: z.record(z.string(), z.unknown()) });
const Funding = z.looseObject({ id: z.string(), primary_funding_id: z.string().nullish() });

/** Calls that say whether a number can send (docs/reference/wa.md#health-and-payment). */
export interface HealthCalls {
  getHealth(phoneNumberId: string, token: string, limitMs?: number): Promise<ReadResult<WaHealth>>;
  /** Whether the account has a payment method; Meta refuses the question to those who may not see it. */
  hasPaymentMethod(wabaId: string, token: string, limitMs?: number): Promise<ReadResult<boolean>>;
}

export function makeHealthCalls({ read }: Pick<GraphCaller, 'read'>): HealthCalls {
  const ask = <S extends z.ZodType>(schema: S, id: string, token: string, fields: string, timeoutMs?: number) =>
    read(schema, { method: 'GET', path: encodeURIComponent(id), token, query: { fields }, timeoutMs });
  return {
    async getHealth(phoneNumberId, token, limitMs) {
      const answer = await ask(Health, phoneNumberId, token, 'health_status', limitMs);
      return answer.ok ? { ok: true, value: readHealth(answer.value.health_status) } : answer;
    },
    async hasPaymentMethod(wabaId, token, limitMs) {
      const answer = await ask(Funding, wabaId, token, 'primary_funding_id', limitMs);
      return answer.ok ? { ok: true, value: (answer.value.primary_funding_id ?? '') !== '' } : answer;
    },
  };
}
