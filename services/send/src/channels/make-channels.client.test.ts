import { CHANNELS } from '@parley/common/channels';
import { ACTION_NEEDS, type ChannelAction, canDo } from '@parley/common/messages/capabilities';
import { parseEnvironment } from '@parley/runtime/environment';
import { expect, test } from 'vitest';
import type { ChannelActs } from './channel.rules.ts';
import { makeActs } from './make-channels.client.ts';

const MEMBERS: Readonly<Record<ChannelAction, keyof ChannelActs>> = {
  react: 'react',
  'edit-message': 'edit',
  'delete-message': 'remove',
  'mark-read': 'markRead',
  typing: 'showTyping',
  'check-number': 'checkNumbers',
  'reject-call': 'rejectCall',
};

test('each channel has exactly the acts that its capabilities name', () => {
  const unused = (): never => {
    throw new Error('Nothing is called.');
  };
  const acts = makeActs({
    environment: parseEnvironment({}),
    bus: { call: unused },
    database: { prisma: unused as never }, // safe: nothing is called
    openCredentials: unused,
    logger: { warn: unused },
    onAppRefused: unused,
  });
  const has = CHANNELS.flatMap((channel) =>
    (Object.keys(ACTION_NEEDS) as ChannelAction[]) // safe: the keys of that table
      .filter((action) => (acts[channel][MEMBERS[action]] !== undefined) !== canDo(channel, action))
      .map((action) => `${channel} ${action}`),
  );
  expect(has).toEqual([]);
});
