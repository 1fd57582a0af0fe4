import { CHANNELS, type Channel } from '@parley/common/channels';
import { checkNumber } from '@parley/common/contracts/messages/check-number';
import { deleteMessage } from '@parley/common/contracts/messages/delete-message';
import { editMessage } from '@parley/common/contracts/messages/edit-message';
import { markRead } from '@parley/common/contracts/messages/mark-read';
import { react } from '@parley/common/contracts/messages/react';
import { rejectCall } from '@parley/common/contracts/messages/reject-call';
import { typing } from '@parley/common/contracts/messages/typing';
import type { Contract, InputOf } from '@parley/common/define-contract';
import { ACTION_NEEDS, type ChannelAction, canDo } from '@parley/common/messages/capabilities';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import type { TestTenant } from '../../test/test-tenant.ts';

let system: OpenSend;
let tenant: TestTenant;
beforeAll(async () => {
  system = await openSend();
  tenant = await system.addTenant();
});
afterAll(() => system[Symbol.asyncDispose]());

const call = <C extends Contract>(contract: C, input: InputOf<C>) =>
  system.bus.call(contract, input, {
    requestId: 'req_test',
    caller: { tenantId: tenant.id, tenantSlug: tenant.slug, instanceId: tenant.instanceId, channels: [...CHANNELS] },
  });

const ACTIONS = Object.keys(ACTION_NEEDS) as ChannelAction[]; // safe: the keys of that table
const REQUESTS: Readonly<Record<ChannelAction, (channel: Channel) => Promise<unknown>>> = {
  react: (channel) => call(react, { channel, messageId: '1', emoji: '👍' }),
  'edit-message': (channel) => call(editMessage, { channel, messageId: '1', message: 'x' }),
  'delete-message': (channel) => call(deleteMessage, { channel, messageId: '1' }),
  'mark-read': (channel) => call(markRead, { channel, messageId: '1' }),
  typing: (channel) => call(typing, { channel, to: '1', state: 'typing' }),
  'check-number': (channel) => call(checkNumber, { channel, numbers: '+16505550105' }),
  'reject-call': (channel) => call(rejectCall, { channel, callId: 'x' }),
};
test.each(
  ACTIONS.flatMap((action) =>
    CHANNELS.filter((channel) => !canDo(channel, action)).map((channel) => [action, channel] as const),
  ),
)('%s on %s is refused with what the channel can', async (action, channel) => {
  await expect(REQUESTS[action](channel)).rejects.toMatchObject({
    code: 'unsupported_content',
    message: expect.stringMatching(new RegExp(`^${action} is not possible on ${channel}; .* ${channel} can `)),
    extras: { body: { channel, action } },
  });
});
