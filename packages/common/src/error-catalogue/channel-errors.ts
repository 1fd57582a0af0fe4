import { entriesOf } from './catalogue-entry.ts';

const entry = entriesOf('channel');

/** Errors that the channel's owner or the provider can fix. */
export const CHANNEL_ERRORS = {
  not_connected: entry(
    404,
    'Nothing with that id is connected here.',
    'Connect the channel first, or use an id of ?action=channels.',
  ),
  media_gone: entry(
    404,
    'The provider no longer has this file.',
    'Fetch files within the time that the provider keeps them.',
  ),
  no_thumbnail: entry(
    404,
    'No thumbnail can be made of this file.',
    'Use the file itself: the same address without size.',
  ),
  not_group_admin: entry(
    403,
    'The linked phone is no admin of this group.',
    'Ask an admin of the group to make it one, or to do it.',
  ),
  group_full: entry(
    409,
    'The group has the most members that the network allows.',
    'Remove members, or use another group.',
  ),
  already_connected: entry(
    409,
    'This is connected already.',
    'Disconnect it where it is connected now, or keep using it there.',
  ),
  account_restricted: entry(
    409,
    'WhatsApp lets this account begin no new chats for now.',
    'Wait retry_after seconds, where it is given. People who have a chat with the phone are not affected; limits of ?action=session-status says what is known.',
    { retry: true },
  ),
  paced: entry(
    429,
    'This phone has begun as many new chats as is safe for now.',
    'Repeat the request after retry_after seconds. People who have a chat with the phone are not affected; the operator can turn the pace off.',
    { retry: true },
  ),
  graph_error: entry(
    502,
    'The platform provider refused the call.',
    'Read provider.code and the message, which are the provider’s own.',
  ),
  tiktok_error: entry(
    502,
    'The short-video platform refused the call.',
    'Read provider.code and the message, which are the provider’s own.',
  ),
  telegram_error: entry(
    502,
    'The bot platform refused the call.',
    'Read provider.code and the message, which are the provider’s own.',
  ),
  device_error: entry(502, 'The linked-device network refused the call.', 'Check session-status of the device.'),
};
