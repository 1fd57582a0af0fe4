import type { FastifyInstance } from 'fastify';
import { mountControls } from '../../../control/mount-controls.ts';
import { type ControlDeps, groupOf } from './find-target.ts';
import { GROUP_CONTROLS } from './group-controls.ts';
import { showGroup } from './show.ts';

/** Group chats, their participants, and what other people change in them. */
export function groupRoutes(app: FastifyInstance, { network }: Pick<ControlDeps, 'network'>) {
  let lastDescription = 0;

  mountControls(app, GROUP_CONTROLS, {
    async makeGroup({ owner, participants, size_limit: sizeLimit, ...facts }) {
      const { people, groups } = await network();
      const person = (number: string) => people.put(number);
      const group = groups.create({
        ...{ ...facts, sizeLimit, owner: person(owner) },
        participants: participants.map(person),
      });
      return { group: showGroup(group) };
    },
    groups: async () => ({ groups: [...(await network()).state.groups.values()].map(showGroup) }),
    async changeGroup({ action, by, participants }, { id }) {
      const loaded = await network();
      const group = groupOf(loaded, id);
      const people = participants.map((number) => loaded.people.put(number));
      loaded.groups.change(group, { action, by: loaded.people.put(by), people });
      return { group: showGroup(group) };
    },
    async renameGroup({ by, subject }, { id }) {
      const loaded = await network();
      const group = groupOf(loaded, id);
      loaded.groups.rename(group, loaded.people.put(by), subject);
      return { group: showGroup(group) };
    },
    async describeGroup({ by, description: text }, { id }) {
      const loaded = await network();
      const group = groupOf(loaded, id);
      const given = text === '' ? null : { id: `DESC${++lastDescription}`, text };
      loaded.groups.describe(group, loaded.people.put(by), given);
      return { group: showGroup(group) };
    },
    async asksToJoin({ number, withdraw }, { id }) {
      const loaded = await network();
      const group = groupOf(loaded, id);
      const person = loaded.people.put(number);
      if (withdraw) loaded.groups.dropRequest(group, person, person);
      else loaded.groups.request(group, person, 'invite_link');
      return { group: showGroup(group) };
    },
  });
}
