import type { PersonProfile } from './network-state.ts';

/** A profile as it survives a restart; the blocked people by their numbers. */
export type SavedProfile = Pick<PersonProfile, 'about' | 'picture' | 'isHidden'> & { blocked: string[] };

export const newProfile = (): PersonProfile => ({
  about: '',
  picture: null,
  isHidden: false,
  blocked: new Set(),
  askedBy: new Set(),
  asked: 0,
});

export const saveProfile = ({ about, picture, isHidden, blocked }: PersonProfile): SavedProfile => ({
  ...{ about, picture, isHidden },
  blocked: [...blocked].map(({ number }) => number),
});
