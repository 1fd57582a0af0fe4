const HERTZ = 660;
const SECONDS = 0.25;
const LOUDNESS = 0.15;

/** Plays a short tone. A browser plays none before the person has clicked in the page. */
export function makeSound(): void {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = HERTZ;
  volume.gain.setValueAtTime(LOUDNESS, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + SECONDS);
  tone.connect(volume).connect(audio.destination);
  tone.onended = () => void audio.close();
  tone.start();
  tone.stop(audio.currentTime + SECONDS);
}
