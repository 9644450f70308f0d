import { z } from 'zod'
import { type Calls, call, publicRead } from '../call.ts'
import { Collection } from '../schemas/collections.ts'
import { BidWithItem, ItemRecord } from '../schemas/items.ts'
import { chainField, Empty, pageFields, pageOf, record } from '../schemas/page.ts'
import { FollowEntry, FormerApproval, Person, User, UserStat } from '../schemas/people.ts'
import { address, hex, itemKey, listOf, rowId, seconds, shortLink, text, uint256 } from '../schemas/wire.ts'
import { mailLogin } from './mail-login.ts'

const Nothing = record({})
const itemsOf = { ...pageFields(), address: ['address', address], ...chainField, category: ['categoryId', rowId.optional()] } as const
const ItemsOf = record(itemsOf)
/** A missing record is `{}` (decision 7). */
const orNothing = <T extends z.ZodType>(schema: T) => z.union([schema, Empty.strict()])
const OfPerson = record({ ...pageFields(), address: ['address', address], ...chainField })
const Session = z.object({ token: z.string(), user: User })

export const user = {
  ...mailLogin,
  nonce: call('/user/nonce', {
    about: 'A one-time word for an EIP-4361 sign-in, good for five minutes.',
    auth: 'open',
    request: Nothing,
    response: z.object({ nonce: z.string(), expiresAt: seconds }),
  }),
  login: call('/user/login', {
    cost: 'signature',
    about: 'Sign-in by wallet: the documented text with a timestamp, or an EIP-4361 message.',
    auth: 'open',
    request: record({
      address: ['userAddress', address],
      signature: ['signature', hex()],
      timestamp: ['timestamp', seconds.optional()],
      message: ['message', text(4_000).optional()],
      ...chainField,
    }),
    response: Session,
    errors: [
      'LOGIN_REPLAYED',
      'LOGIN_EXPIRED',
      'SERVER_CLOCK',
      'LOGIN_BAD_SIGNATURE',
      'LOGIN_BAD_MESSAGE',
      'CHAIN_UNREACHABLE',
      'ACCOUNT_LOCKED',
    ],
  }),
  logout: call('/user/logout', { about: 'Ends the session of this token.', auth: 'optional', request: Nothing, response: Empty }),
  reload: call('/user/reload', {
    about: 'Whose token this is; a dead one is refused with 4001.',
    auth: 'optional',
    request: Nothing,
    response: z.object({ user: User }),
    errors: ['SESSION_ENDED'],
  }),
  profile: call('/user/profile', {
    about: 'The caller’s own record.',
    auth: 'login',
    request: Nothing,
    response: z.object({ user: User }),
  }),
  setprofile: call('/user/setprofile', {
    about: 'Changes the caller’s own profile.',
    auth: 'login',
    request: record({
      address: ['address', address.optional()],
      id: ['id', rowId.optional()],
      avatar: ['avatar', text(300).optional()],
      nickname: ['nickname', text(50).optional()],
      brief: ['brief', text(200).optional()],
      // An empty text removes it.
      shortUrl: ['shortUrl', z.union([shortLink, z.literal('')]).optional()],
    }),
    response: Empty,
    errors: ['NOT_AUTHORISED', 'SHORT_LINK_TAKEN', 'SHORT_LINK_RESERVED', 'NAME_BLANK', 'NAME_UNREADABLE', 'NAME_RESERVED'],
  }),
  info: publicRead('/user/info', {
    about: 'A public profile, by address or short link; {} for an unknown one.',
    auth: 'optional',
    request: record({ address: ['address', address.optional()], shortUrl: ['shortUrl', shortLink.optional()] }),
    response: orNothing(User),
  }),
  stat: publicRead('/user/stat', {
    about: 'The six counts of a person.',
    auth: 'open',
    request: record({ address: ['address', address], ...chainField }),
    response: orNothing(UserStat),
  }),
  listbyaddr: publicRead('/user/listbyaddr', {
    about: 'Names and pictures of many addresses.',
    auth: 'open',
    request: record({ addresses: ['addrList', listOf(address, 100)] }),
    response: z.array(Person),
  }),
  onsales: publicRead('/user/onsales', {
    about: 'What an account has on sale; to its owner also inactive listings, which can’t be bought.',
    auth: 'optional',
    request: ItemsOf,
    response: pageOf(ItemRecord),
  }),
  collections: publicRead('/user/collections', {
    about: 'What a person holds, or of it one collection or item.',
    auth: 'optional',
    request: record({ ...itemsOf, collection: ['token', address.optional()], tokenId: ['tokenId', uint256.optional()] }),
    response: pageOf(ItemRecord),
  }),
  created: publicRead('/user/created', { about: 'What a person made.', auth: 'optional', request: ItemsOf, response: pageOf(ItemRecord) }),
  like: call('/user/like', { about: 'What a person likes.', auth: 'optional', request: ItemsOf, response: pageOf(ItemRecord) }),
  bid: call('/user/bid', {
    about: 'Open bids of a person with the items they are for, newest first; to the bidder also the unfunded ones.',
    auth: 'optional',
    request: ItemsOf,
    response: pageOf(BidWithItem),
  }),
  following: call('/user/following', {
    about: 'The same as follow.follows.',
    auth: 'optional',
    request: OfPerson,
    response: pageOf(FollowEntry),
  }),
  follows: call('/user/follows', {
    about: 'The same as follow.followers.',
    auth: 'optional',
    request: OfPerson,
    response: pageOf(FollowEntry),
  }),
  listcontract: call('/user/listcontract', {
    about: 'Collections an account can mint in: its own and the official ones.',
    auth: 'open',
    request: record({ address: ['address', address.optional()], ...chainField }),
    response: z.array(Collection),
  }),
  approvals: call('/user/approvals', {
    about: 'What the caller still lets contracts of former editions move, to be taken back: items of collections, and pay tokens.',
    auth: 'login',
    request: record(chainField),
    response: z.array(FormerApproval),
    errors: ['CHAIN_UNREACHABLE'],
  }),
  contract: call('/user/contract', {
    about: 'A person’s own collections, those the chain has not confirmed among them.',
    auth: 'open',
    request: record({ address: ['address', address], ...chainField }),
    response: z.array(Collection),
  }),
} satisfies Calls

export const like = {
  add: call('/like/add', {
    about: 'Likes an item; twice is once.',
    auth: 'login',
    request: record({ collection: ['address', address], tokenId: ['tokenId', uint256], ...chainField }),
    response: Empty,
    errors: ['NOT_FOUND', 'CHAIN_UNKNOWN'],
  }),
  remove: call('/like/remove', {
    about: 'Takes a like back.',
    auth: 'login',
    request: record({ collection: ['address', address], tokenId: ['tokenId', uint256], ...chainField }),
    response: Empty,
    errors: ['CHAIN_UNKNOWN'],
  }),
  listuserlike: call('/like/listuserlike', {
    about: 'Which of these items a person likes, as address:tokenId.',
    auth: 'open',
    request: record({ items: ['nfts', listOf(itemKey, 200).optional()], address: ['address', address.optional()], ...chainField }),
    response: z.array(z.string()),
  }),
} satisfies Calls
