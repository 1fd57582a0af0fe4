/** The parameters of a file download from TikTok (docs/reference/tt.md#files). */
export interface TiktokMedia {
  conversationId: string;
  messageId: string;
  mediaId: string;
  mediaType: 'image' | 'video';
}

/** A file as one text, the `providerMediaId` of an attachment; it contains everything needed to open the file. */
export const tiktokMediaKey = ({ mediaType, conversationId, messageId, mediaId }: TiktokMedia): string =>
  [mediaType, conversationId, messageId, mediaId].map(encodeURIComponent).join(':');

/** Parses such a key; null when it is invalid. */
export function readTiktokMediaKey(key: string): TiktokMedia | null {
  const parts = key.split(':');
  const [mediaType, ...ids] = parts;
  if (parts.length !== 4 || (mediaType !== 'image' && mediaType !== 'video')) return null;
  try {
    const [conversationId = '', messageId = '', mediaId = ''] = ids.map(decodeURIComponent);
    return { mediaType, conversationId, messageId, mediaId };
  } catch {
    return null;
  }
}
