import { attachment } from '@parley/providers/inbound-item';
import { expect, test } from 'vitest';
import { storeAttachment } from './store-attachment.ts';

const addressOf = (id: string): string => `https://parley.example/media/${id}`;

test('a file gets an address of ours, and its place at the provider is kept out of what is shown', () => {
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

test('a place or a contact has fields of its own and no file', () => {
  const { shown, file } = storeAttachment(
    attachment('location', { payload: { latitude: 1.5, longitude: 2 } }),
    addressOf,
  );
  expect(shown).toMatchObject({ type: 'location', url: null, payload: { latitude: 1.5, longitude: 2 } });
  expect(file).toBeNull();
});

test('what a sender says about a file is reported and kept only as far as a file can be so', () => {
  const given = { providerMediaId: '1', mimeType: 'text/html\r\nx: y', filename: 'a\r\nb', size: -5 };
  const cleaned = { filename: 'a__b', size: null };
  expect(storeAttachment(attachment('document', given), addressOf)).toMatchObject({
    shown: { ...cleaned, mime_type: null },
    file: { ...cleaned, mimeType: null },
  });
});
