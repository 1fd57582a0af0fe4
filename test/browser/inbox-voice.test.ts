import { expect, test } from 'vitest';
import { send } from '../support/browser/browser-files.ts';
import { bodiesTo, openOnChannel } from '../support/console/channel-inbox.ts';
import { openDesk } from '../support/console/console-desk.ts';
import { sentMark } from '../support/console/inbox-pages.ts';

// Voice notes in the composer and the thread (docs/reference/console.md#voice-notes).
const desk = openDesk();

/** A microphone without hardware: a tone. A string, because the code runs in the browser. */
const TONE = `navigator.mediaDevices.getUserMedia = async () => {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const target = audio.createMediaStreamDestination();
  tone.connect(target);
  tone.start();
  return target.stream;
}`;

/** The browser's decoded form of the recording in the thread. */
const DECODED = `(async () => {
  const answer = await fetch(document.querySelector('audio').src);
  const decoded = await new AudioContext().decodeAudioData(await answer.arrayBuffer());
  return { seconds: decoded.duration, type: answer.headers.get('content-type') };
})()`;
const PLAYED = `(() => {
  const { currentTime, playbackRate } = document.querySelector('audio');
  return currentTime > 0 && playbackRate;
})()`;

test.each(['wa', 'tg'] as const)(
  'on %s a recording is sent as a voice note in Ogg with Opus, and played in the thread at a chosen speed',
  async (code) => {
    await desk.visit.page.addInitScript(TONE);
    const { page, fixture, person } = await openOnChannel(desk, code);
    await page.getByRole('button', { name: 'Record a voice message' }).click();
    await page.getByText(/Recording .*0:01/).waitFor();
    await page.getByRole('button', { name: 'Finish the recording' }).click();
    await page.getByRole('group', { name: 'Attached file' }).getByText('voice-message.ogg').waitFor();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await send(page);
    await sentMark(page).waitFor();
    const [body] = await bodiesTo(fixture, person);
    expect(body).toMatchObject(
      code === 'wa' ? { type: 'audio', audio: { voice: true } } : { voice: expect.anything() },
    );
    const log = page.getByRole('log');
    const played = await page.evaluate<{ seconds: number; type: string }>(DECODED);
    expect(played.type).toBe('audio/ogg');
    expect(played.seconds).toBeGreaterThan(0.5);
    await log.getByRole('button', { name: /Speed/ }).click();
    await log.getByRole('button', { name: 'Play the voice message' }).click();
    await expect.poll(() => page.evaluate(PLAYED)).toBe(1.5);
  },
);

test('explains a denied microphone, and attaches nothing for a discarded recording', async () => {
  await desk.visit.page.addInitScript(
    `navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('no', 'NotAllowedError'); }`,
  );
  const { page } = await openOnChannel(desk, 'wa');
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  await page.getByRole('alert').getByText('may not use the microphone').waitFor();
  await page.evaluate(TONE);
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  await page.getByRole('button', { name: 'Discard the recording' }).click();
  await page.getByRole('button', { name: 'Finish the recording' }).waitFor({ state: 'detached' });
  expect(await page.getByRole('group', { name: 'Attached file' }).count()).toBe(0);
});
