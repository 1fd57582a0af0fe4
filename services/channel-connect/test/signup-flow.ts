import { connectLink } from '@parley/common/contracts/channels/connect-link';
import { authorizeSignup, beginConnectVisit } from '@parley/common/contracts/internal/connect-link';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { type OpenChannelConnect, openChannelConnect } from './open-channel-connect.ts';

export const BROWSER = 'b'.repeat(43);
export const PIN = '581063';
export type SignupAnswer = InputOf<typeof authorizeSignup>['answer'];
export type SignupStep = OutputOf<typeof authorizeSignup>;

/** A number of the sandbox. */
export interface Made {
  wabaId: string;
  phoneNumberId: string;
  number: string;
}

/** The person's answer about a number. */
export const withPin = (pin: string | null, phoneNumberId: string | null = null): SignupAnswer => ({
  kind: 'number',
  phoneNumberId,
  pin,
});
/** The parameters of the result page. */
export const resultOf = (step: SignupStep): Record<string, string> => {
  if (!('location' in step)) throw new Error(JSON.stringify(step));
  return Object.fromEntries(new URL(step.location).searchParams);
};
export const connected = ({ phoneNumberId }: Made) => ({
  service_status: 'success',
  channel: 'wa',
  connected: '1',
  ids: phoneNumberId,
});
export const errorOf = (step: SignupStep) => resultOf(step).error;

/** The service with the sandbox's Graph API, and the steps of a page of Embedded Signup. */
export async function openSignupFlow() {
  const service: OpenChannelConnect = await openChannelConnect();
  let next = 20_000_001;
  async function makeNumber(
    facts: { wabaId?: string; registered?: boolean; pin?: string; is_on_biz_app?: boolean } = {},
  ) {
    const id = next++;
    const { wabaId = `102${id}`, registered = false, ...more } = facts;
    const number = { wabaId, phoneNumberId: `106${id}`, number: `1555${id}` };
    const account = { waba_id: wabaId, token: `own-${wabaId}`, subscribed: false, registered, ...more };
    await service.driver.graph.whatsapp.putAccount({
      ...account,
      phone_number_id: number.phoneNumberId,
      number: number.number,
      verified_name: `Bakery ${id}`,
    });
    return number;
  }
  const look = async ({ wabaId, phoneNumberId }: Made) => {
    const account = await service.driver.graph.whatsapp.account(wabaId);
    return { account, number: account.numbers.find(({ id }) => id === phoneNumberId) };
  };

  const answer = (
    state: string,
    given: SignupAnswer,
    from: { state?: string; browserSecret?: string | null } = {},
  ): Promise<SignupStep> => service.operate(authorizeSignup, { state, browserSecret: BROWSER, answer: given, ...from });

  async function openVisit(tenant: TestTenant, browserSecret = BROWSER) {
    const { output } = await service.act(tenant, connectLink, {
      channel: 'wa',
      redirectUrl: 'https://127.0.0.1:9/done',
    });
    const token = output.connectUrl.split('/').at(-1) ?? '';
    const begin = async () => {
      const begun = await service.operate(beginConnectVisit, { token, browserSecret });
      if (!('signup' in begun)) throw new Error(JSON.stringify(begun));
      return begun.signup;
    };
    const { state, ...settings } = await begin();
    const send = (
      given: SignupAnswer,
      from: { state?: string; browserSecret?: string | null } = {},
    ): Promise<SignupStep> => answer(state, given, { browserSecret, ...from });
    return { token, state, settings, begin, send };
  }
  const codeFor = (numbers: Made[], tokenSeconds: number | null = 5_184_000) =>
    service.driver.graph.whatsapp.completeSignup({
      waba_ids: [...new Set(numbers.map(({ wabaId }) => wabaId))],
      token_seconds: tokenSeconds,
    });
  const code = async (
    numbers: Made[],
    claim: Partial<Extract<SignupAnswer, { kind: 'code' }>> = {},
  ): Promise<SignupAnswer> => ({
    kind: 'code',
    code: await codeFor(numbers),
    wabaId: null,
    phoneNumberId: null,
    ...claim,
  });
  const rowOf = async ({ phoneNumberId }: Made) => (await service.accountsAt('wa', phoneNumberId))[0];
  const jobs = async () =>
    (await service.database.db.query<{ id: number }>({ text: 'SELECT id FROM removal_jobs' })).rows;
  return { ...service, makeNumber, look, answer, openVisit, codeFor, code, rowOf, jobs };
}
export type SignupFlow = Awaited<ReturnType<typeof openSignupFlow>>;
