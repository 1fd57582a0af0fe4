import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type ControlDeps, groupOf } from './find-target.ts';
import { PhoneNumber } from './message-input.ts';
import { showGroup } from './show.ts';

/** Body of POST /sandbox/devices/groups. */
export const GroupInput = z.object({
  subject: z.string().min(1),
  owner: PhoneNumber,
  participants: z.array(PhoneNumber).default([]),
  addressing: z.enum(['pn', 'lid']).default('lid'),
});
/** Body of POST …/groups/{id}/participants. */
export const ParticipantChange = z.object({
  action: z.enum(['add', 'remove', 'promote', 'demote']),
  by: PhoneNumber,
  participants: z.array(PhoneNumber).min(1),
});

/** Body of POST …/groups/{id}/subject. */
export const SubjectChange = z.object({ by: PhoneNumber, subject: z.string() });

/** `/sandbox/devices/groups`: group chats and their participants. */
export function groupRoutes(app: FastifyInstance, { network }: ControlDeps) {
  app.post('/sandbox/devices/groups', async (request) => {
    const given = GroupInput.parse(request.body);
    const { people, groups } = await network();
    const person = (number: string) => people.put(number);
    const group = groups.create({
      ...given,
      owner: person(given.owner),
      participants: given.participants.map(person),
    });
    return { ok: true, group: showGroup(group) };
  });

  app.get('/sandbox/devices/groups', async () => {
    return { ok: true, groups: [...(await network()).state.groups.values()].map(showGroup) };
  });

  app.post('/sandbox/devices/groups/:id/subject', async (request) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const { by, subject } = SubjectChange.parse(request.body);
    const loaded = await network();
    const group = groupOf(loaded, id);
    loaded.groups.rename(group, loaded.people.put(by), subject);
    return { ok: true, group: showGroup(group) };
  });

  app.post('/sandbox/devices/groups/:id/participants', async (request) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const given = ParticipantChange.parse(request.body);
    const loaded = await network();
    const group = groupOf(loaded, id);
    const people = given.participants.map((number) => loaded.people.put(number));
    loaded.groups.change(group, { action: given.action, by: loaded.people.put(given.by), people });
    return { ok: true, group: showGroup(group) };
  });
}
