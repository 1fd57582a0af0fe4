import type { ERROR_CATALOGUE } from '@parley/common/error-catalogue';
import { expect, test } from 'vitest';
import type { Answer } from '../../support/call-json.ts';
import { makeTenant } from '../../support/client.ts';
import type { GetSystem } from './get-system.ts';

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
    for (let made = 0; made < mostBots; made++)
      expect((await admin('POST', '/bots', { ...bot, enabled: false })).status).toBe(201);
    produces(await admin('POST', '/bots', { ...bot, enabled: false }), 'too_many_bots');
  });

  test('of the knowledge of bots', async () => {
    const { admin } = await makeTenant(getSystem());
    const bot = { name: 'b', key_mode: 'own', provider: 'openai', model: 'm', instructions: 'a', enabled: false };
    const at = `/bots/${(await admin('POST', '/bots', bot)).body.id}/knowledge`;
    produces(await admin('GET', `${at}/src_999999999`), 'unknown_source');
    const mostSources = 100;
    for (let made = 0; made < mostSources; made++)
      expect((await admin('POST', at, { kind: 'text', title: 't', text: 't' })).status).toBe(201);
    produces(await admin('POST', at, { kind: 'text', title: 't', text: 't' }), 'too_much_knowledge');
  });
}
