/** Twice the size at which it is shown largest, so that it is sharp on any screen. */
const SIDE = 128;

/** The data of a data URL. */
const afterComma = (url: string): string => url.slice(url.indexOf(',') + 1);

/**
 * A picture in a square PNG, centred, as base64: whatever file was chosen, only its pixels leave the browser. Throws where
 * the file is no picture.
 */
export async function shrinkPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = SIDE / Math.max(picture.width, picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  canvas.getContext('2d')?.drawImage(picture, (SIDE - width) / 2, (SIDE - height) / 2, width, height);
  picture.close();
  return afterComma(canvas.toDataURL('image/png'));
}
