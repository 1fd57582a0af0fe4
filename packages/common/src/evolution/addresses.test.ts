import { describe, expect, test } from 'vitest';
import { addressOf, jidOf, otherFormOf } from './addresses.ts';
import { eventsOfTypes, typesOfEvents } from './event-names.ts';
import { destinationOf, formOfUrl, urlWithForm, urlWithoutForm } from './webhook-form.ts';

test.each([
  ['5511999999999', '+5511999999999'],
  ['+55 (11) 99999 9999', '+5511999999999'],
  ['5511999999999@s.whatsapp.net', '+5511999999999'],
  ['5511999999999:12@s.whatsapp.net', '+5511999999999'],
  ['123456789012345@lid', '123456789012345@lid'],
  ['120363000000000001@g.us', '120363000000000001@g.us'],
  ['120363000000000001', '120363000000000001@g.us'],
  ['5511999999999-1600000000', '5511999999999-1600000000@g.us'],
  ['Ann', 'Ann'],
])('the number %s is the address %s', (number, address) => {
  expect(addressOf(number)).toBe(address);
});

test('an address is a jid', () => {
  expect(jidOf('+5511999999999')).toBe('5511999999999@s.whatsapp.net');
  expect(jidOf('123@lid')).toBe('123@lid');
});

test.each([
  ['+5215512345678', '+525512345678'],
  ['+5491112345678', '+541112345678'],
  ['+5531987654321', '+553187654321'],
  // Area codes below 31 keep the 9, and so do numbers that are not mobile.
  ['+5511987654321', null],
  ['+5531912345678', null],
  ['+15551234567', null],
])('the other form of %s is %s', (address, other) => {
  expect(otherFormOf(address)).toBe(other);
});

describe('the form of a webhook', () => {
  const URL = 'https://n8n.example/webhook/7?key=1';

  test('is chosen by the fragment of its address', () => {
    expect(formOfUrl(URL)).toBeNull();
    expect(formOfUrl(`${URL}#top`)).toBeNull();
    expect(formOfUrl(`${URL}#evolution`)).toEqual({ byEvents: false });
    expect(formOfUrl(`${URL}#evolution-by-events`)).toEqual({ byEvents: true });
  });

  test('can be set on an address, and taken from it', () => {
    for (const byEvents of [true, false]) {
      const url = urlWithForm(`${URL}#old`, { byEvents });
      expect(formOfUrl(url)).toEqual({ byEvents });
      expect(urlWithoutForm(url)).toBe(URL);
    }
    expect(urlWithoutForm(`${URL}#top`)).toBe(`${URL}#top`);
  });

  test('decides where an event goes', () => {
    expect(destinationOf(`${URL}#evolution`, 'messages.upsert')).toBe(URL);
    expect(destinationOf(`${URL}#evolution-by-events`, 'group-participants.update')).toBe(
      'https://n8n.example/webhook/7/group-participants-update?key=1',
    );
    expect(destinationOf('https://n8n.example/#evolution-by-events', 'send.message')).toBe(
      'https://n8n.example/send-message',
    );
  });
});

describe('subscriptions', () => {
  test('are types of Parley, each once, and unknown ones are ignored', () => {
    expect(typesOfEvents(['MESSAGES_UPSERT', 'SEND_MESSAGE', 'QRCODE_UPDATED', 'constructor'])).toEqual([
      'message.received',
      'message.sent',
    ]);
    expect(typesOfEvents(['PRESENCE_UPDATE'])).toEqual(['contact.typing']);
  });

  test('an empty list means all but typing signs', () => {
    const all = typesOfEvents([]);
    expect(all).toContain('group.updated');
    expect(all).not.toContain('contact.typing');
    expect(eventsOfTypes(all)).toEqual(expect.arrayContaining(['MESSAGES_UPSERT', 'CONNECTION_UPDATE']));
    expect(eventsOfTypes(['message.received'])).toEqual([]);
  });
});
