import { expect, test } from 'vitest';
import { closeReasonOf } from './close-reason.rules.ts';

test.each<[number | null, string, boolean, string]>([
  [515, 'Stream Errored (restart required)', false, 'restart_required'],
  [440, 'Stream Errored (conflict)', true, 'replaced'],
  [401, 'Stream Errored (conflict)', true, 'logged_out'],
  [403, 'Connection Failure', true, 'banned'],
  [405, 'Connection Failure', true, 'client_too_old'],
  [411, 'Multi-device beta not joined', true, 'multidevice_mismatch'],
  [500, 'Stream Errored', true, 'bad_session'],
  [503, 'Stream Errored', true, 'network_unavailable'],
  [428, 'Connection Terminated', true, 'connection_lost'],
  [408, 'Connection was lost', true, 'connection_lost'],
  [408, 'QR refs attempts ended', false, 'pairing_ended'],
  [408, 'Timed Out', false, 'connection_lost'],
  [null, 'read ECONNRESET', true, 'connection_lost'],
  [418, 'never seen', true, 'connection_lost'],
  [400, 'noise certificate signature invalid', true, 'untrusted_network'],
  [400, 'noise intermediate certificate signature invalid', false, 'untrusted_network'],
  [400, 'invalid noise leaf certificate', true, 'untrusted_network'],
  [400, 'certification match failed', true, 'untrusted_network'],
  [null, 'The noise certificate names another key than the server has.', true, 'untrusted_network'],
  [500, 'Failed to verify account signature', false, 'untrusted_network'],
  [500, 'Invalid account signature', false, 'untrusted_network'],
  [400, 'Passkey required', false, 'passkey_required'],
  [500, 'WebSocket Error (self-signed certificate in certificate chain)', true, 'untrusted_network'],
  [500, 'WebSocket Error (certificate has expired)', true, 'untrusted_network'],
  [408, "WebSocket Error (Hostname/IP does not match certificate's altnames)", true, 'untrusted_network'],
  [500, 'WebSocket Error (Parse Error: Expected HTTP/, RTSP/ or ICE/)', true, 'connection_lost'],
  [500, 'WebSocket Error (Invalid WebSocket frame: invalid opcode 7)', true, 'connection_lost'],
  [408, 'WebSocket Error (connect ECONNREFUSED 127.0.0.1:443)', true, 'connection_lost'],
])('the code %s (%s) of a device, paired: %s, is %s', (code, message, isPaired, expected) => {
  expect(closeReasonOf(code, message, isPaired)).toBe(expected);
});
