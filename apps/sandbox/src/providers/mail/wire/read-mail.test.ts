import { expect, test } from 'vitest';
import { readMail } from './read-mail.ts';

const lines = (...all: string[]): string => Buffer.from(all.join('\r\n'), 'utf8').toString('latin1');

test('reads both forms of a mail, whatever their encoding', () => {
  const mail = readMail(
    lines(
      'From: Parley <notices@parley.example>',
      'To: =?UTF-8?B?2YXYsdit2KjZi9in?= <a@shop.example>',
      'Subject: =?UTF-8?Q?Caf=C3=A9?=',
      ' =?UTF-8?Q?_au_lait?=',
      'List-Unsubscribe:',
      ' <https://p.example/x>',
      'Content-Type: multipart/alternative;',
      ' boundary="b1"',
      '',
      '--b1',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'A long =',
      'line with =3D and =C3=A9',
      '--b1',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('<p>é</p>').toString('base64'),
      '--b1--',
      '',
    ),
  );
  expect(mail).toMatchObject({
    subject: 'Café au lait',
    to: 'مرحبًا <a@shop.example>',
    text: 'A long line with = and é',
    html: '<p>é</p>',
  });
  expect(mail.headers['list-unsubscribe']).toBe('<https://p.example/x>');
});

test('a plain mail has only a text', () => {
  expect(readMail(lines('Subject: Hi', '', 'Hellö'))).toMatchObject({ subject: 'Hi', text: 'Hellö', html: '' });
});
