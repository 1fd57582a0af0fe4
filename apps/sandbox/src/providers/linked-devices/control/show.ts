import type { Device, Group, InboundMessage, Person } from '../state/network-state.ts';
import type { ShownProfile } from './phone-controls.ts';

/** A phone as the control API shows it. */
export function showPhone(person: Person) {
  const { number, jid, lid, name, addressing, receipts, hideNumber } = person;
  const devices = [...person.devices.values()].filter(({ state }) => state === 'paired').map(({ id }) => id);
  return { number, jid, lid, name, addressing, receipts, hide_number: hideNumber, devices };
}

/** A profile as the control API shows it. */
export const showProfile = ({ profile: { about, picture, isHidden, blocked, asked } }: Person): ShownProfile => ({
  about,
  picture: picture?.bytes.toString('base64') ?? null,
  hides_profile: isHidden,
  blocked: [...blocked].map(({ number }) => number),
  picture_asked: asked,
});

/** A device as the control API shows it. */
export function showDevice(device: Device) {
  return {
    id: device.id,
    number: device.owner.number,
    jid: device.jid,
    lid: device.lid,
    platform: device.platform,
    state: device.state,
    connected: device.sockets.size,
    is_active: device.isActive,
    is_online: device.isOnline,
    max_concurrent: device.maxConcurrent,
    replaced: device.replaced,
    refused_logins: device.refusedLogins,
    logins: device.logins.map(({ at, closedAt, socket, isReplaced }) => ({
      at,
      closed_at: closedAt,
      socket,
      replaced: isReplaced,
    })),
    pre_keys: device.keys?.oneTime.length ?? 0,
    pending: device.pending.size,
    history_sent: device.hasHistory,
    app_state_asked: device.appState?.asked ?? 0,
  };
}

/** A group as the control API shows it. */
export function showGroup(group: Group) {
  const participants = [...group.members].map(([person, role]) => ({ number: person.number, lid: person.lid, role }));
  const { id, subject, description, rules, inviteCode, addressing } = group;
  const requests = [...group.requests.keys()].map(({ number }) => number);
  const shown = { id, subject, description: description?.text ?? null, rules, invite_code: inviteCode };
  return { ...shown, requests, addressing, participants };
}

/** A message to devices, with one entry per device. */
export function showInbound({ id, sender, chat, copies, type, at }: InboundMessage) {
  const to = 'members' in chat ? chat.id : chat.number;
  return [...copies].map(([device, copy]) => ({
    id,
    device: device.id,
    from: sender.number,
    to,
    type,
    at,
    deliveries: copy.deliveries,
    settled: copy.settled,
    settled_at: copy.settledAt,
    receipts: copy.receipts,
  }));
}
