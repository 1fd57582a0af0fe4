import { parentPort, workerData } from 'node:worker_threads';
import { initPhoton, PhotonImage, resize, SamplingFilter } from '@cf-wasm/photon/others';
import type { ThumbnailJob } from './make-thumbnail.client.ts';
import { turnPixels } from './turn-pixels.client.ts';

// Runs in its own thread, which make-thumbnail.ts starts and terminates: the picture is untrusted, and drawing it may
// never end.

const QUALITY = 70;

const { decoder, bytes, size, orientation } = workerData as ThumbnailJob; // safe: only make-thumbnail.ts starts this; a schema library takes longer to load than a picture to draw

function draw(): Uint8Array | null {
  try {
    const small = resize(PhotonImage.new_from_byteslice(bytes), size.width, size.height, SamplingFilter.Triangle);
    const shown = turnPixels(small.get_raw_pixels(), size, orientation);
    return new PhotonImage(shown.pixels, shown.width, shown.height).get_bytes_jpeg(QUALITY);
  } catch {
    // The decoder fails on every bad picture: on bytes that are no picture, and at its memory limit.
    return null;
  }
}

await initPhoton({ module_or_path: decoder });
parentPort?.postMessage(draw());
