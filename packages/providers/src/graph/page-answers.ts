import { z } from 'zod';
import { numberOf, objectOf, textOf } from '../http/json-walk.ts';

/** A page of the person who authorized the app, with its Instagram account (docs/reference/fb.md#connecting). */
export interface GraphPage {
  id: string;
  name: string;
  /** The person's tasks on the page; null when the answer has none. */
  tasks: string[] | null;
  /** The page's own token. */
  accessToken: string;
  /** Null when no professional account is linked. */
  instagram: { id: string; username: string | null; name: string | null } | null;
}

/** A comment as read from the platform. */
export interface GraphComment {
  id: string;
  text: string;
  /** Null on fb, where only webhooks contain it. */
  postId: string | null;
  /** Null for top-level comments. */
  parentId: string | null;
  /** Null when the platform hides the person. */
  from: { id: string; name: string | null } | null;
  at: Date | null;
}

/** An id, which old answers write as a number. */
export const GraphId = z.union([z.string().min(1), z.int().positive().transform(String)]);
/** The end of the year 9999. */
const LAST_SECOND = 253_402_300_799;
const Text = z.string().nullish().catch(null);

const Page = z.looseObject({
  id: GraphId,
  name: Text,
  access_token: z.string().min(1),
  tasks: z.array(z.string()).nullish().catch(null),
  instagram_business_account: z.looseObject({ id: GraphId, username: Text, name: Text }).nullish().catch(null),
});

export const AccountList = z.looseObject({
  data: z.array(z.unknown()),
  paging: z
    .looseObject({
      next: z.string().optional().catch(undefined),
      cursors: z.looseObject({ after: z.string().optional() }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/** Reads one page of the list; null when its id or its token is missing. */
export function readGraphPage(given: unknown): GraphPage | null {
  const parsed = Page.safeParse(given);
  if (!parsed.success) return null;
  const { id, name, tasks, access_token: accessToken, instagram_business_account: instagram } = parsed.data;
  return {
    id,
    name: name ?? id,
    tasks: tasks ?? null,
    accessToken,
    instagram: instagram
      ? { id: instagram.id, username: instagram.username ?? null, name: instagram.name ?? null }
      : null,
  };
}

/** The cursor of the next page; null on the last one. Graph's `next` URL contains a token, so it is not used. */
export function nextCursor({ paging }: z.infer<typeof AccountList>): string | null {
  if (!paging?.next) return null;
  return paging.cursors?.after ?? (URL.canParse(paging.next) ? new URL(paging.next).searchParams.get('after') : null);
}

export const TokenAnswer = z.looseObject({
  access_token: z.string().min(1),
  expires_in: z.union([z.number(), z.string()]).optional().catch(undefined),
});

/** Seconds; null when the answer has none. */
export const expiryOf = ({ expires_in: seconds }: z.infer<typeof TokenAnswer>): number | null => numberOf(seconds);

/** A token as the provider knows it. */
export interface TokenInspection {
  isValid: boolean;
  /** The app that it was issued to; null when the answer has none. */
  appId: string | null;
  /** The person, under their id in the app; null when the answer has none. */
  userId: string | null;
  /** Null: it does not expire, or the answer has no time. */
  expiresAt: Date | null;
  scopes: string[];
  /** `targetIds` null means every page and account. */
  granular: { scope: string; targetIds: string[] | null }[];
}

export const Inspection = z
  .looseObject({
    data: z.looseObject({
      is_valid: z.boolean(),
      app_id: GraphId.optional().catch(undefined),
      expires_at: z.number().positive().max(LAST_SECOND).optional().catch(undefined),
      user_id: GraphId.optional().catch(undefined),
      scopes: z.array(z.string()).catch([]),
      granular_scopes: z.array(z.looseObject({ scope: z.string(), target_ids: z.array(GraphId).optional() })).catch([]),
    }),
  })
  .transform(
    ({ data }): TokenInspection => ({
      isValid: data.is_valid,
      appId: data.app_id ?? null,
      userId: data.user_id ?? null,
      expiresAt: data.expires_at === undefined ? null : new Date(data.expires_at * 1000),
      scopes: data.scopes,
      granular: data.granular_scopes.map(({ scope, target_ids }) => ({ scope, targetIds: target_ids ?? null })),
    }),
  );

export const SentToPerson = z.looseObject({
  message_id: z.string().min(1),
  recipient_id: GraphId.optional().catch(undefined),
});
export const CreatedComment = z.looseObject({ id: GraphId });

/** The requested fields of a comment. */
export const COMMENT_FIELDS = {
  fb: 'id,message,from{id,name},created_time,parent{id}',
  ig: 'id,text,timestamp,username,from{id,username},media{id},parent_id',
} as const;
/** The requested fields of a person. */
export const PROFILE_FIELDS = { fb: 'name,first_name,last_name', ig: 'name,username' } as const;

const idOf = (value: unknown): string | null => GraphId.safeParse(value).data ?? null;

function momentOf(value: unknown): Date | null {
  const at = new Date(textOf(value) ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** A comment of either platform (docs/reference/fb.md#comments). */
export const CommentAnswer = z.looseObject({ id: GraphId }).transform((comment): GraphComment => {
  const from = objectOf(comment.from);
  const personId = idOf(from.id);
  return {
    id: comment.id,
    text: textOf(comment.message) ?? textOf(comment.text) ?? '',
    postId: idOf(objectOf(comment.media).id),
    parentId: idOf(objectOf(comment.parent).id) ?? idOf(comment.parent_id),
    from:
      personId === null
        ? null
        : { id: personId, name: textOf(from.name) ?? textOf(from.username) ?? textOf(comment.username) },
    at: momentOf(comment.created_time ?? comment.timestamp),
  };
});

/** A person's profile; the platforms return some only after the person has written (docs/reference/fb.md#profiles). */
export const ProfileAnswer = z.looseObject({ id: GraphId.optional().catch(undefined) }).transform((person) => {
  const whole = [textOf(person.first_name), textOf(person.last_name)].filter((part) => part !== null).join(' ');
  return { name: textOf(person.name) ?? textOf(whole), username: textOf(person.username) };
});
