import { makeBehaviour } from '../../../state/behaviour.ts';
import { makeBoundedRing } from '../../../state/bounded-ring.ts';

/** The SMS providers' reaction to the next calls. */
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

/** The accepted SMS, and the providers' behaviour; in memory only. */
export type SmsState = ReturnType<typeof makeSmsState>;

const MAX_SMS = 5000;

export function makeSmsState() {
  const taken = makeBoundedRing<TakenSms>({ maxEntries: MAX_SMS });
  const behaviour = makeBehaviour<SmsBehaviour>('take');
  return {
    taken,
    behaviour,
    reset() {
      taken.clear();
      behaviour.behave('take');
    },
  };
}
