import { pluralsOf } from '@parley/common/languages/plural';
import type { FactData } from '@parley/common/workspace/notification-kinds';
import type { Catalogue } from './catalogue.rules.ts';

const plural = pluralsOf('en');

/** The reason why a bot stopped. */
const STOPPED: Record<FactData['bot_stopped']['reason'], string> = {
  key_refused: 'its AI key was refused',
  out_of_money: 'the account of its AI key is out of money',
  no_key: 'it has no AI key',
  no_credit: 'the credit does not pay for its answers. It goes on when credit is added',
  cap_reached: 'it reached its cap',
  loop: 'in one conversation it would answer for ever, and is paused there',
};

export const en: Catalogue = {
  kinds: {
    unattended: {
      heading: (count) =>
        plural(count, {
          one: 'A customer is waiting for an answer',
          other: `${count} customers are waiting for an answer`,
        }),
      line: (_data, { who, channel, at }) => `${who} (${channel}) has been waiting since ${at}.`,
    },
    hand_over: {
      heading: (count) =>
        plural(count, {
          one: 'The bot asks for a person',
          other: `The bot asks for a person in ${count} conversations`,
        }),
      line: (_data, { who, channel, at }) => `${who} (${channel}) is to be answered by a person, since ${at}.`,
    },
    mention: {
      heading: (count) =>
        plural(count, { one: 'You were mentioned in a note', other: `You were mentioned in ${count} notes` }),
      line: ({ by }, { who, channel, at }) =>
        `${by === '' ? 'The operator' : by} mentioned you in a note on the conversation with ${who} (${channel}) at ${at}.`,
    },
    channel_disconnected: {
      heading: (count) =>
        plural(count, { one: 'A channel was disconnected', other: `${count} channels were disconnected` }),
      line: ({ account, reason }, { channel, at }) =>
        `${account} (${channel}) was disconnected at ${at}: ${reason}. Messages neither come nor go until it is connected again.`,
    },
    channel_ends_soon: {
      heading: (count) => plural(count, { one: 'A channel ends soon', other: `${count} channels end soon` }),
      line: ({ account, cause }, { channel, at }) =>
        cause === 'token'
          ? `The authorization of ${account} (${channel}) ends at ${at}. Connect it again in the console before that: its conversations stay.`
          : `The WhatsApp Business app of ${account} was not used for days. Open it on the phone before ${at}, or WhatsApp ends the connection.`,
    },
    low_credit: {
      heading: () => 'Your credit is running low',
      line: ({ balance, threshold }, { at }) => `Credit fell below ${threshold} at ${at}; ${balance} is left.`,
    },
    webhook_failing: {
      heading: (count) => plural(count, { one: 'A webhook is failing', other: `${count} webhooks are failing` }),
      line: ({ label, reason }, { at }) =>
        reason === 'breaker'
          ? `The webhook of ${label} does not take events since ${at}. They are tried again.`
          : `The webhook of ${label} was paused at ${at}, because it ${reason === 'gone' ? 'answered 410' : 'failed for too long'}. Its events are kept.`,
    },
    bot_stopped: {
      heading: (count) => plural(count, { one: 'A bot has stopped', other: `${count} bots have stopped` }),
      line: ({ bot, reason }, { at }) => `${bot} stopped at ${at}: ${STOPPED[reason]}.`,
    },
    provider_app_refused: {
      heading: () => 'A provider refuses the app',
      line: ({ provider, message }, { at }) => `${provider} refused the app at ${at}: ${message}`,
    },
    disk_or_queue_growing: {
      heading: () => 'Disk is short, or work is waiting',
      line: ({ what, value }, { at }) =>
        what === 'disk'
          ? `Only ${value} of disk are free (seen at ${at}).`
          : `Messages, webhooks or notices have been waiting for ${value} (seen at ${at}).`,
    },
  },
  digest: (count) => plural(count, { one: 'Your day: 1 notice', other: `Your day: ${count} notices` }),
  more: (count) => `… and ${count} more.`,
  greeting: (name) => `Hello ${name},`,
  hello: 'Hello,',
  tenant: (name) => `This is about “${name}”.`,
  deployment: 'This is about your Parley installation.',
  turnOff: {
    unattended: 'No more mails about waiting customers',
    hand_over: 'No more mails when the bot asks for a person',
    mention: 'No more mails about mentions',
    channel_disconnected: 'No more mails about disconnected channels',
    channel_ends_soon: 'No more mails about channels that end soon',
    low_credit: 'No more mails about credit',
    webhook_failing: 'No more mails about webhooks',
    bot_stopped: 'No more mails about bots',
    provider_app_refused: 'No more mails about refused apps',
    disk_or_queue_growing: 'No more mails about disk and queue',
  },
  turnAllOff: 'No mails at all',
  someone: 'A customer',
  confirm: {
    subject: 'Confirm your e-mail address',
    text: (tenant) =>
      `A workspace that calls itself “${tenant}” wants to tell you by e-mail what happens there. Open the link to agree.`,
    deployment: 'A Parley installation wants to tell you by e-mail what happens there. Open the link to agree.',
    button: 'Confirm the address',
    ignore: 'If you did not expect this mail, do nothing: without the link you get no other.',
    code: (code) => `${code} is your code to get notices from Parley.`,
  },
  account: {
    invitation: {
      heading: 'You are invited to Parley',
      about: (workspace) =>
        `A workspace that calls itself “${workspace}” invites you. Open the link to choose a name and a password.`,
      button: 'Join the workspace',
      notice: 'The link is valid for 7 days and works once. If you did not expect this mail, ignore it.',
    },
    password_reset: {
      heading: 'Set a new password',
      about: () => 'Somebody, probably you, asked for a new password of this account.',
      button: 'Set a new password',
      notice:
        'The link is valid for an hour and works once. If you did not ask for it, ignore this mail: your password does not change.',
    },
  },
  push: { message: 'New message', mention: 'A colleague mentioned you' },
};
