const SPOKEN = [
  'Closing session',
  'Opening session',
  'Removing old closed session',
  'Migrating session',
  'Session already',
  'Closing open session',
  'Failed to decrypt message with any known session',
  'Session error',
  'Decrypted message with closed session',
];

/**
 * libsignal prints sessions, private keys included, to the console. Drops exactly those lines; returns a function that
 * restores the console.
 */
export function silenceSignal(): () => void {
  const methods = ['log', 'info', 'warn', 'error'] as const;
  const before = methods.map((name) => [name, console[name]] as const);
  for (const [name, print] of before) {
    console[name] = (...given: unknown[]) => {
      const [first] = given;
      if (typeof first === 'string' && SPOKEN.some((start) => first.startsWith(start))) return;
      print.apply(console, given);
    };
  }
  return () => {
    for (const [name, print] of before) console[name] = print;
  };
}
