import type { ERROR_CATALOGUE } from '@parley/common/errors/error-catalogue';
import { expect, test } from 'vitest';
import type { Answer } from '../../../support/requests/call-json.ts';
import { makeTenant } from '../../../support/tenants/client.ts';
import type { GetSystem } from '../get-system.ts';

const AT_ONCE = 4;

/** Makes several at a time until one is refused; returns the refusal. */
async function makeUntilRefused(make: () => Promise<Answer>): Promise<Answer> {
  const line = async (): Promise<Answer> => {
    for (;;) {
      const answer = await make();
      if (answer.status !== 201) return answer;
    }
  };
  return await Promise.race(Array.from({ length: AT_ONCE }, line));
}

/** The error codes of bots; `produces` records each one that an answer has. */
export function botErrorCodes(
  getSystem: GetSystem,
  produces: (answer: Answer, code: keyof typeof ERROR_CATALOGUE) => void,
): void {
  test('of bots', async () => {
    const { admin } = await makeTenant(getSystem());
    produces(await admin('DELETE', '/ai-keys/openai'), 'unknown_ai_key');
    produces(await admin('GET', '/bots/bot_999999999'), 'unknown_bot');
    const bot = { name: 'b', key_mode: 'own', provider: 'openai', model: 'm', instructions: 'Answer.' };
    produces(await admin('POST', '/bots', bot), 'no_ai_key');
    produces(await admin('POST', '/bots', { ...bot, key_mode: 'platform' }), 'platform_key_not_offered');
    const another = { ...bot, enabled: false };
    produces(await makeUntilRefused(() => admin('POST', '/bots', another)), 'too_many_bots');
    expect((await admin('GET', '/bots?limit=100')).body.items).toHaveLength(50);
  });

  test('of the knowledge of bots', async () => {
    const { admin } = await makeTenant(getSystem());
    const bot = { name: 'b', key_mode: 'own', provider: 'openai', model: 'm', instructions: 'a', enabled: false };
    const at = `/bots/${(await admin('POST', '/bots', bot)).body.id}/knowledge`;
    produces(await admin('GET', `${at}/src_999999999`), 'unknown_source');
    const another = { kind: 'text', title: 't', text: 't' };
    produces(await makeUntilRefused(() => admin('POST', at, another)), 'too_much_knowledge');
    expect((await admin('GET', `${at}?limit=100`)).body.items).toHaveLength(100);
  });
}
