import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type ChannelFixture, openChannelFixture } from '../channels/channel-fixture.ts';
import { CONFORMING_CHANNELS, type ConformingChannel } from '../channels/conforming-channels.ts';
import type { openDesk } from './console-desk.ts';
import { enterInboxAsAgent, openConversation } from './inbox-pages.ts';

interface OpenedOnChannel {
  page: Page;
  fixture: ChannelFixture;
  /** The customer of the open conversation. */
  person: string;
}

/** As a new agent of a new tenant, opens the conversation of a customer who wrote one text on this channel. */
export async function openOnChannel(
  desk: ReturnType<typeof openDesk>,
  code: ConformingChannel,
  text = 'Hello there',
): Promise<OpenedOnChannel> {
  const channel = CONFORMING_CHANNELS.find((traits) => traits.code === code);
  if (!channel) throw new Error(`There is no ${code}.`);
  const fixture = await openChannelFixture(desk.system, channel);
  const person = channel.makePerson();
  await fixture.receive(person, { text });
  const { page } = desk.visit;
  await enterInboxAsAgent(page, desk.system, fixture.tenant.slug);
  await openConversation(page, text);
  return { page, fixture, person };
}

/** The bodies of the accepted provider calls to a person; waits until there are `count`. */
export async function bodiesTo(fixture: ChannelFixture, person: string, count = 1): Promise<Record<string, unknown>[]> {
  await expect.poll(async () => (await fixture.accepted(person)).length).toBe(count);
  return (await fixture.accepted(person)).map(({ body }) => body as Record<string, unknown>); // safe: a JSON object
}
