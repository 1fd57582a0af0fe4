import { deleteSession } from '@parley/common/contracts/sessions/delete-session';
import type { SessionStatus } from '@parley/common/contracts/sessions/session-fields';
import { sessionStatus } from '@parley/common/contracts/sessions/session-status';
import { jidOf } from '@parley/common/evolution/addresses';
import type { z } from 'zod';
import { actionOf, callAction, type EvolutionRequest, lookUp } from './call-action.ts';
import { notOffered } from './evolution-errors.ts';
import type { EvolutionRoute } from './evolution-route.ts';
import { findInstance, type Instance, listInstances } from './find-instance.ts';

const STATUS = actionOf(sessionStatus);
const DELETE = actionOf(deleteSession);
const OK = 200;

const CONNECTING: readonly z.infer<typeof SessionStatus>[] = [
  'created',
  'connecting',
  'awaiting_pairing',
  'reconnecting',
];

function stateOf(status: z.infer<typeof SessionStatus>): 'open' | 'connecting' | 'close' {
  if (status === 'connected') return 'open';
  return CONNECTING.includes(status) ? 'connecting' : 'close';
}

async function readState(asked: EvolutionRequest, { id }: Instance): Promise<ReturnType<typeof stateOf>> {
  const { output } = await callAction(asked, STATUS, { id });
  return stateOf(output.status);
}

const leaving = (words: string): EvolutionRoute => ({
  method: 'DELETE',
  action: deleteSession.name,
  status: OK,
  async answer(asked, { instance: { id } }) {
    await callAction(asked, DELETE, { id });
    return { status: 'SUCCESS', error: false, response: { message: words } };
  },
});

/** The routes about the state of an instance, by their path (docs/reference/evolution.md#state). */
export const STATE_ROUTES: Readonly<Record<string, EvolutionRoute>> = {
  'instance/connectionState': {
    method: 'GET',
    action: sessionStatus.name,
    status: OK,
    answer: async (asked, { instance }) => ({
      instance: { instanceName: instance.name, state: await readState(asked, instance) },
    }),
  },
  'instance/connect': {
    method: 'GET',
    action: sessionStatus.name,
    status: OK,
    async answer(asked, { instance }) {
      const state = await readState(asked, instance);
      if (state === 'open') return { instance: { instanceName: instance.name, state } };
      throw notOffered(
        'Parley connects a linked phone again by itself. Link another one with create-session: its pair_url shows the code, and so do session-qr and pair-code.',
        'create-session',
      );
    },
  },
  'instance/logout': leaving('Instance logged out'),
  'instance/delete': leaving('Instance deleted'),
};

const SETTING = {
  rejectCall: false,
  msgCall: '',
  groupsIgnore: false,
  alwaysOnline: false,
  readMessages: false,
  readStatus: false,
  syncFullHistory: false,
};

/** Members that Parley has no value for. */
const UNKNOWN = {
  profileName: null,
  profilePicUrl: null,
  businessId: null,
  token: null,
  clientName: 'parley',
  disconnectionReasonCode: null,
  disconnectionObject: null,
  disconnectionAt: null,
  createdAt: null,
  updatedAt: null,
  Chatwoot: null,
  Proxy: null,
  Rabbitmq: null,
  Nats: null,
  Sqs: null,
  Websocket: null,
  Setting: SETTING,
  _count: { Message: 0, Contact: 0, Chat: 0 },
};

/** Instances whose state is read; the others of a list are `open`, as `channels` lists only connected ones. */
const READ_MAX = 50;

/** `fetchInstances`: the linked phones of the tenant, or the named one. Errors: unknown_instance. */
export async function fetchInstances(asked: EvolutionRequest, name: string | undefined): Promise<object[]> {
  const instances = name === undefined ? await listInstances(asked) : [await findInstance(asked, name)];
  const listed: object[] = [];
  for (const [at, { id, name: label, number }] of instances.entries()) {
    const state = at < READ_MAX ? stateOf((await lookUp(asked, STATUS, { id })).output.status) : 'open';
    listed.push({
      id,
      name: label,
      connectionStatus: state,
      ownerJid: number === null ? null : jidOf(number),
      integration: 'WHATSAPP-BAILEYS',
      number: number === null ? null : number.replaceAll(/\D/g, ''),
      ...UNKNOWN,
    });
  }
  return listed;
}
