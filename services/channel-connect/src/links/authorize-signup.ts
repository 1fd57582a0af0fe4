import { verb } from '@parley/bus/verb';
import { authorizeSignup as contract, type SignupStep } from '@parley/common/contracts/internal/connect-link';
import type { InputOf } from '@parley/common/define-contract';
import type { ChannelConnectService } from '../service.ts';
import { failed, makeAsk, resultOf } from './granted.steps.ts';
import {
  ConnectRefused,
  type ConnectResult,
  endOfLink,
  hashSecret,
  isSameBrowser,
  UNKNOWN_LINK,
  type Visit,
} from './link.rules.ts';
import { consumeState, findVisit, saveSignup } from './link.store.ts';
import { sendBack } from './send-back.steps.ts';
import { grantedAccounts, openSignup, type Signup, sealSignup } from './signup.rules.ts';
import { connectNumber, type NumberGiven, type NumberStep } from './signup.steps.ts';

type Input = InputOf<typeof contract>;
type CodeAnswer = Extract<Input['answer'], { kind: 'code' }>;

const isResult = (outcome: ConnectResult | NumberStep): outcome is ConnectResult => 'status' in outcome;

/**
 * A page of Embedded Signup reports what its person did (docs/reference/channels.md#numbers-by-a-link). A code works
 * once, and only in the browser in which its visit began; its token is stored before anything is done with it, so that
 * the person continues after a failure without another popup.
 */
export const authorizeSignup = verb(contract, async (service: ChannelConnectService, input): Promise<SignupStep> => {
  const visit = await findVisit(service.database, hashSecret(input.state));
  if (visit?.link.channel !== 'wa') return UNKNOWN_LINK;
  const { link } = visit;
  const outcome = await resultOf(service, link, () => outcomeOf(service, visit, input));
  if (isResult(outcome)) return sendBack(service, link, outcome);
  if (!('stopped' in outcome)) return outcome;
  const back = await sendBack(service, link, failed('registration_refused'));
  return { stopped: { ...outcome.stopped, location: 'location' in back ? back.location : null } };
});

async function outcomeOf(
  service: ChannelConnectService,
  visit: Visit,
  { answer, ...input }: Input,
): Promise<ConnectResult | NumberStep> {
  const { link } = visit;
  const isSame = isSameBrowser(visit, input.browserSecret);
  const stored = isSame && visit.signup !== null ? openSignup(service.cipher, visit.signup) : null;
  // The answer about the connection was lost on its way to the browser.
  if (stored && 'connectedId' in stored) return { status: 'success', channel: 'wa', ids: [stored.connectedId] };
  if (link.usedAt) return failed('link_used');
  if (!isSame) return failed('other_browser');
  const end = endOfLink(link, service.now());
  if (end) return failed(end);

  if (answer.kind === 'number') return stored ? connectNumber(service, link, stored, answer) : failed('state_mismatch');
  const stateHash = hashSecret(input.state);
  if (!visit.isCurrent || !(await consumeState(service.database, link.id, stateHash))) return failed('state_mismatch');
  if (answer.kind === 'cancel') return { status: 'cancelled' };
  const signup = await storeSignup(service, visit, stateHash, answer);
  return connectNumber(service, link, signup, NOTHING);
}

const NOTHING: NumberGiven = { phoneNumberId: null, pin: null };

/**
 * Exchanges the code, checks the claims of the popup against the token, and stores the token. Throws
 * {@link ConnectRefused}.
 */
async function storeSignup(
  { pages: client, environment, database, cipher, now }: ChannelConnectService,
  { link }: Visit,
  stateHash: Buffer,
  { code, wabaId, phoneNumberId }: CodeAnswer,
): Promise<Signup> {
  const ask = makeAsk();
  const { accessToken, expiresInSeconds } = await ask(() => client.exchangeSignupCode(code));
  const exchangedAt = now().getTime();
  const inspection = await ask(() => client.inspectToken(accessToken));
  const granted = grantedAccounts(inspection, environment.PARLEY_META_APP_ID, wabaId);
  if ('refusal' in granted) throw new ConnectRefused(granted.refusal);
  const counted = expiresInSeconds === null ? null : new Date(exchangedAt + expiresInSeconds * 1000);
  const expiresAt = (inspection.expiresAt ?? counted)?.toISOString() ?? null;
  const signup = { accessToken, expiresAt, wabaIds: granted.wabaIds, phoneNumberId };
  const saved = { signup: sealSignup(cipher, signup), stateHash };
  if (!(await saveSignup(database, link, saved))) throw new ConnectRefused('link_used');
  return signup;
}
