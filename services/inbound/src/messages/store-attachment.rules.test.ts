import { attachment } from '@parley/providers/inbound-item';
import { expect, test } from 'vitest';
import { storeAttachment } from './store-attachment.rules.ts';

const addressOf = (id: string): string => `https://parley.example/media/${id}`;

test('a file gets our own address, and its location at the provider is not shown', () => {
  const given = { providerMediaId: '1003383421387256', mimeType: 'image/jpeg', filename: 'a.jpg', size: 7 };
  const { shown, file } = storeAttachment(attachment('image', given), addressOf);
  expect(shown).toEqual({
    id: shown.id,
    type: 'image',
    url: addressOf(shown.id),
    mime_type: 'image/jpeg',
    filename: 'a.jpg',
    size: 7,
    payload: null,
  });
  expect(file).toMatchObject({ id: shown.id, providerMediaId: '1003383421387256', sourceUrl: null });
});

test('a location or a contact has its own fields and no file', () => {
  const { shown, file } = storeAttachment(
    attachment('location', { payload: { latitude: 1.5, longitude: 2 } }),
    addressOf,
  );
  expect(shown).toMatchObject({ type: 'location', url: null, payload: { latitude: 1.5, longitude: 2 } });
  expect(file).toBeNull();
});

test('a sender’s claims about a file are reported and stored only where they are plausible', () => {
  const given = { providerMediaId: '1', mimeType: 'text/html\r\nx: y', filename: 'a\r\nb', size: -5 };
  const cleaned = { filename: 'a__b', size: null };
  expect(storeAttachment(attachment('document', given), addressOf)).toMatchObject({
    shown: { ...cleaned, mime_type: null },
    file: { ...cleaned, mimeType: null },
  });
});
