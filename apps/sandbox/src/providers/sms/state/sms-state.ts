import { type BoundedRing, makeBoundedRing } from '../../../state/bounded-ring.ts';

/** What the providers of SMS do with the next calls. */
export type SmsBehaviour = 'take' | 'busy' | 'fail' | 'refuse' | 'silent';

/** An SMS that was accepted. */
export interface TakenSms {
  number: number;
  id: string;
  at: string;
  provider: 'twilio' | 'unifonic';
  to: string;
  from: string;
  text: string;
}

/** What was accepted, and how the providers behave; in memory only. */
export interface SmsState {
  taken: BoundedRing<TakenSms>;
  behave(behaviour: SmsBehaviour, count?: number): void;
  /** The behaviour for one call. */
  take(): SmsBehaviour;
  reset(): void;
}

const MAX_SMS = 5000;

export function makeSmsState(): SmsState {
  const taken = makeBoundedRing<TakenSms>({ maxEntries: MAX_SMS });
  let behaviour: SmsBehaviour = 'take';
  let left = Number.POSITIVE_INFINITY;
  const behave: SmsState['behave'] = (next, count = Number.POSITIVE_INFINITY) => {
    behaviour = next;
    left = count;
  };
  return {
    taken,
    behave,
    take() {
      const current = behaviour;
      left--;
      if (left <= 0) behave('take');
      return current;
    },
    reset() {
      taken.clear();
      behave('take');
    },
  };
}
