/** Values that the examples of several contracts share, so that they show one shop. */
export const AT = '2026-03-01T10:00:00.000Z';
export const LATER = '2026-03-02T08:00:00.000Z';
export const INSTANCE = 'ins_01k0a2b3c4d5';
/** A wa number. */
export const ACCOUNT = { id: '106540352242922', number: '+16505550100', label: 'Shop' };
/** A linked phone. */
export const PHONE = { id: '3', number: '+16505550101', label: 'Front desk' };
/** The token of a session, and its page. */
export const SESSION = 'wds_4f7Qh2mZr8sYb1cXk9LtVw';
export const PAIR_PAGE = `https://parley.example/pair/${SESSION}`;
export const COMMENT = { platform: 'fb', comment_id: '122100_456', post_id: '108_122100' } as const;
