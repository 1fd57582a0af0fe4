import type { InboundItem } from '@parley/providers/inbound-item';
import { expect, test } from 'vitest';
import { makeAcknowledgeCallbacks } from './acknowledge-callbacks.ts';

const pressed = (callbackQueryId: string): InboundItem => ({
  kind: 'ignored',
  reason: 'callback query without data',
  unanswered: { botId: '7', callbackQueryId },
});

test('answers every button press, even when more arrive than calls may run at once', async () => {
  const answered: string[] = [];
  let running = 0;
  let most = 0;
  const { acknowledge, idle } = makeAcknowledgeCallbacks({
    findBotToken: async () => 'token',
    async answerCallbackQuery(_token, id) {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      answered.push(id);
    },
    reportFailure: () => {},
  });
  const ids = Array.from({ length: 500 }, (_, index) => String(index));
  for (const id of ids) acknowledge([pressed(id)]);
  await idle();
  expect(answered.sort()).toEqual(ids.sort());
  expect(most).toBe(64);
});
