import { expect, test } from 'vitest';
import { recordingForm } from './recording-form.ts';

const CHROMIUM = ['audio/webm;codecs=opus', 'audio/mp4'];
const FIREFOX = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus'];
const SAFARI = ['audio/mp4'];

test.each([
  ['wa', CHROMIUM, 'audio/webm;codecs=opus', 'audio/ogg'],
  ['tg', FIREFOX, 'audio/ogg;codecs=opus', 'audio/ogg'],
  ['wd', SAFARI, 'audio/mp4', 'audio/mp4'],
  ['ig', CHROMIUM, 'audio/mp4', 'audio/mp4'],
] as const)('on %s a browser that records %j records %s and sends %s', (channel, types, recorded, sent) => {
  expect(recordingForm(channel, (type) => types.some((one) => one === type))).toEqual({ recorded, sent });
});

test.each([
  ['ig', FIREFOX],
  ['tt', CHROMIUM],
  ['wa', []],
] as const)('on %s a browser that records %j offers no recorder', (channel, types) => {
  expect(recordingForm(channel, (type) => types.some((one) => one === type))).toBeNull();
});
