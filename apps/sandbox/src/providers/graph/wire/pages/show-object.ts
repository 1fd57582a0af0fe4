import type { Customer } from '../../../../customers/customer.ts';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import { postsOf } from '../../state/add-comment.ts';
import type { Page } from '../../state/page.ts';
import { badParameter, objectMissing } from '../graph-error.ts';
import { isTokenOf, refuseScope, textOf } from './authorize-page-call.ts';
import { type CommentCallDeps, findPlace, type ObjectCall, showComment } from './comment-calls.ts';
import { metaError } from './meta-error.ts';
import { pickFields, readFields, refuseUnknownField } from './read-fields.ts';
import { instagramNode, pageNode, postNode } from './show-node.ts';

/** GET /{id}: a page, an Instagram account, a comment, a post, or a person who wrote to the page. */
export function showObject(deps: CommentCallDeps, call: ObjectCall): ProviderAnswer {
  const { meta } = deps.state;
  const asked = readFields(textOf(call.parameters, 'fields'));
  const granted = meta.grantedAccount(call.id);
  if (granted) {
    if (!isTokenOf(call.token, granted.page)) return objectMissing(call.id, 'get');
    const account = granted.channel === 'ig' ? granted.page.instagram : null;
    const node = account ? instagramNode(account) : pageNode(granted.page);
    const refusal = refuseUnknownField(node, asked, account ? 'IGUser' : 'Page');
    return refusal ?? { status: 200, body: pickFields(node, asked, account ? [] : ['name']) };
  }
  const place = findPlace(deps.state, call.id, call.token);
  if (place?.comment) return showComment(deps, call, place.comment);
  if (place) {
    const post = postsOf(place.granted).find(({ id }) => id === place.postId);
    const node = post && postNode(post, place.granted.channel);
    return node
      ? { status: 200, body: pickFields(node, asked, ['created_time', 'message']) }
      : objectMissing(call.id, 'get');
  }
  return showPerson(deps, call);
}

/** Only people who wrote to the page have a profile. */
function showPerson({ state }: CommentCallDeps, call: ObjectCall): ProviderAnswer {
  const page = state.meta.pageOf(call.token.pageId);
  if (!page || !/^\d+$/.test(call.id)) return objectMissing(call.id, 'get');
  const onMessenger = state.customer('fb', page.id, call.id);
  const onInstagram = page.instagram ? state.customer('ig', page.instagram.id, call.id) : undefined;
  const customer = onMessenger ?? onInstagram;
  if (!customer) return objectMissing(call.id, 'get');
  const channel = onMessenger ? 'fb' : 'ig';
  const forbidden = refuseScope(call.token, channel === 'fb' ? 'pages_messaging' : 'instagram_manage_messages');
  if (forbidden) return forbidden;
  if (customer.lastInboundAtMs === null) return channel === 'fb' ? objectMissing(call.id, 'get') : metaError(230);
  const node = channel === 'fb' ? messengerPerson(customer) : instagramPerson(customer);
  const asked = readFields(textOf(call.parameters, 'fields'));
  const unknown = refuseUnknownField(node, asked, 'User');
  const defaults = channel === 'fb' ? ['first_name', 'last_name', 'profile_pic'] : ['name', 'username', 'profile_pic'];
  return unknown ?? { status: 200, body: pickFields(node, asked, defaults) };
}

function messengerPerson(customer: Customer): Record<string, unknown> {
  const name = customer.name ?? 'Jane Roe';
  const [first = name, ...rest] = name.split(' ');
  return {
    id: customer.address,
    name,
    first_name: first,
    last_name: customer.lastName ?? rest.join(' '),
    profile_pic: `https://platform-lookaside.fbsbx.com/platform/profilepic/?psid=${customer.address}&width=1024`,
    locale: undefined,
    timezone: undefined,
    gender: undefined,
  };
}

function instagramPerson(customer: Customer): Record<string, unknown> {
  return {
    id: customer.address,
    name: customer.name ?? 'Jane Roe',
    username: customer.username ?? `user.${customer.address.slice(-6)}`,
    profile_pic: 'https://scontent.cdninstagram.com/p.jpg',
    follower_count: 12,
    is_user_follow_business: true,
    is_business_follow_user: false,
    is_verified_user: false,
  };
}

/** GET /{ig-id}/media. */
export function listMedia(page: Page, call: ObjectCall): ProviderAnswer {
  if (!isTokenOf(call.token, page)) return objectMissing(call.id, 'get');
  if (!page.instagram) return badParameter('Tried accessing nonexisting field (media)');
  const asked = readFields(textOf(call.parameters, 'fields'));
  const data = page.instagram.media.map((media) => pickFields(postNode(media, 'ig'), asked, []));
  return { status: 200, body: { data } };
}
