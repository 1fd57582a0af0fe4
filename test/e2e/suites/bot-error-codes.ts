import type { ERROR_CATALOGUE } from '@parley/common/error-catalogue';
import { expect, test } from 'vitest';
import type { Answer } from '../../support/call-json.ts';
import { makeTenant } from '../../support/client.ts';
import type { GetSystem } from './get-system.ts';

const AT_ONCE = 10;

/** Some at once: the process of bots has the lowest priority, and each answer of it may wait for its turn. */
async function makeAll(count: number, make: () => Promise<Answer>): Promise<void> {
  let made = 0;
  const line = async (): Promise<void> => {
    while (made++ < count) expect((await make()).status).toBe(201);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
}

/** The error codes of bots; `produces` notes each one that an answer has. */
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
    const mostBots = 50;
    await makeAll(mostBots, () => admin('POST', '/bots', { ...bot, enabled: false }));
    produces(await admin('POST', '/bots', { ...bot, enabled: false }), 'too_many_bots');
  });

  test('of the knowledge of bots', async () => {
    const { admin } = await makeTenant(getSystem());
    const bot = { name: 'b', key_mode: 'own', provider: 'openai', model: 'm', instructions: 'a', enabled: false };
    const at = `/bots/${(await admin('POST', '/bots', bot)).body.id}/knowledge`;
    produces(await admin('GET', `${at}/src_999999999`), 'unknown_source');
    const mostSources = 100;
    await makeAll(mostSources, () => admin('POST', at, { kind: 'text', title: 't', text: 't' }));
    produces(await admin('POST', at, { kind: 'text', title: 't', text: 't' }), 'too_much_knowledge');
  });
}
