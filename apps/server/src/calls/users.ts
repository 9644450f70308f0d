import { AppError, type Catalogue, type Handlers } from '@plinth/api'
import type { RequestContext, SharedContext } from '../context.ts'
import { countFollows, followedAmong } from '../modules/follows/service.ts'
import { countLikes } from '../modules/social/service.ts'
import { holdNamed } from '../modules/uploads/service.ts'
import { isReservedLink } from '../modules/users/reserved-links.ts'
import {
  findAccount,
  knownPeople,
  type ProfileChange,
  peopleOf,
  presentUser,
  searchUsers,
  updateProfile,
} from '../modules/users/service.ts'
import { countsOf } from '../state/items/account-counts.ts'
import { findNameProblem, plainName } from '../text/plain-names.ts'

type UserCalls = Pick<Catalogue['user'], 'info' | 'stat' | 'setprofile' | 'setbanner' | 'listbyaddr' | 'match'>
type Profile = { avatar?: string; nickname?: string; brief?: string; shortUrl?: string }

export const userCalls = {
  info: async (context, { address, shortUrl }) => {
    if (address === undefined && shortUrl === undefined) throw new AppError('BAD_ARGUMENT', { field: 'address' })
    const account = await findAccount(context.db, address === undefined ? { shortUrl: shortUrl ?? '' } : { address })
    if (!account) return {}
    const followed = await followedAmong(context.db, context.caller?.address, [account.address])
    return { ...presentUser(account), isFollowed: followed.has(account.address) }
  },
  stat: async (context, { address, chainId }) => {
    const chainIds = context.chains.scope(chainId).map((chain) => chain.id)
    const counts = await countsOf(context.db, address, chainIds)
    const stat = { ...(await countFollows(context.db, address)), ...counts, liked: await countLikes(context.db, address, chainIds) }
    const isKnown = Object.values(stat).some((count) => count > 0) || (await findAccount(context.db, { address })) !== undefined
    return isKnown ? stat : {}
  },
  setprofile: async (context, input) => {
    const caller = context.requireCaller()
    const isOther =
      (input.address !== undefined && input.address !== caller.address) || (input.id !== undefined && input.id !== BigInt(caller.accountId))
    if (isOther) throw new AppError('NOT_AUTHORISED')
    const change = changeOf(context, input)
    await checkNames(context, caller.accountId, input, change)
    await holdNamed(context, context.db, change.avatar ?? '')
    if (!(await updateProfile(context.db, caller.accountId, change, context.clock.now()))) throw new AppError('SHORT_LINK_TAKEN')
    return {}
  },
  setbanner: async (context, { url = '' }) => {
    const { accountId } = context.requireCaller()
    const banner = ownPicture(url, 'url')
    await holdNamed(context, context.db, banner)
    await updateProfile(context.db, accountId, { banner_url: banner }, context.clock.now())
    return {}
  },
  match: async (context, { addresses }) => knownPeople(context.db, addresses),
  listbyaddr: async (context, { addresses }) => [...(await peopleOf(context.db, addresses)).values()],
} satisfies Handlers<UserCalls, RequestContext, SharedContext>

export const userSearchCalls = {
  searchuser: async (context, input) => {
    const { list, ...counts } = await searchUsers(context.db, input.search ?? '', input)
    const followed = await followedAmong(
      context.db,
      context.caller?.address,
      list.map(({ address }) => address),
    )
    return { list: list.map((user) => ({ ...user, isFollowed: followed.has(user.address) })), ...counts }
  },
} satisfies Handlers<Pick<Catalogue['home'], 'searchuser'>, RequestContext, SharedContext>

/** Names of accounts that have them already stay. @throws AppError NAME_BLANK, NAME_UNREADABLE, NAME_RESERVED, SHORT_LINK_RESERVED */
async function checkNames({ db, site }: RequestContext, id: number, sent: Profile, change: ProfileChange): Promise<void> {
  const { nickname, short_url: shortUrl } = change
  const account = await findAccount(db, { id })
  if (nickname === '' && sent.nickname) throw new AppError('NAME_BLANK')
  if (nickname && nickname !== account?.nickname) {
    const problem = findNameProblem(nickname, site.name())
    if (problem) throw new AppError(problem)
  }
  if (shortUrl && shortUrl !== account?.short_url && isReservedLink(shortUrl, site.name())) throw new AppError('SHORT_LINK_RESERVED')
}

/** An empty field clears the value; a missing one keeps it. */
function changeOf(context: RequestContext, input: Profile): ProfileChange {
  const change: ProfileChange = {}
  if (context.sent.has('nickname')) change.nickname = plainName(input.nickname ?? '')
  if (context.sent.has('brief')) change.brief = clean(input.brief)
  if (context.sent.has('avatar')) change.avatar = ownPicture(input.avatar ?? '')
  if (context.sent.has('shortUrl')) change.short_url = input.shortUrl || null
  return change
}

/** Without invisible characters that affect the text around them: control characters and marks of direction. */
function clean(text = ''): string {
  return text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (character) => (character === '\n' ? '\n' : '')).trim()
}

/** Only pictures stored here: a foreign address would reveal the visitors to its owner. */
function ownPicture(url: string, field = 'avatar'): string {
  if (url !== '' && !/^\/static\/upload\/[a-z0-9]{20,100}\.(gif|png|jpg|webp)$/.test(url)) {
    throw new AppError('BAD_ARGUMENT_VALUE', { field, reason: 'not a picture uploaded here' })
  }
  return url
}
