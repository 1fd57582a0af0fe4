declare module 'virtual:emoji-en' {
  /** By group: each emoji with its name, and further words that find it. */
  const groups: readonly (readonly [emoji: string, name: string, words: string][])[];
  export default groups;
}

declare module 'virtual:emoji-ar' {
  export { default } from 'virtual:emoji-en';
}

declare module 'virtual:emoji-pt-BR' {
  export { default } from 'virtual:emoji-en';
}

declare module 'virtual:emoji-es' {
  export { default } from 'virtual:emoji-en';
}
