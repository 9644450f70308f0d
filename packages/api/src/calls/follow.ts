import { z } from 'zod'
import { type Calls, call } from '../call.ts'
import { chainField, Empty, pageFields, pageOf, record } from '../schemas/page.ts'
import { FollowEntry } from '../schemas/people.ts'
import { address, listOf } from '../schemas/wire.ts'

const OfPerson = record({ ...pageFields(), address: ['address', address], ...chainField })

export const follow = {
  add: call('/follow/add', {
    about: 'Follows a person; twice is once.',
    auth: 'login',
    request: record({ address: ['address', address], ...chainField }),
    response: Empty,
    errors: ['SELF_FOLLOW', 'CHAIN_UNKNOWN'],
  }),
  delete: call('/follow/delete', {
    about: 'Follows a person no longer.',
    auth: 'login',
    request: record({ address: ['address', address], ...chainField }),
    response: Empty,
    errors: ['CHAIN_UNKNOWN'],
  }),
  match: call('/follow/match', {
    about: 'Which of these people somebody follows; nobody, when no address is sent.',
    auth: 'open',
    request: record({ address: ['address', address.optional()], people: ['userAddrs', listOf(address, 100).optional()] }),
    response: z.array(record({ follower: ['userAddress', address], followed: ['followingAddress', address] })),
  }),
  follows: call('/follow/follows', {
    about: 'Whom a person follows, the newest first.',
    auth: 'optional',
    request: OfPerson,
    response: pageOf(FollowEntry),
  }),
  followers: call('/follow/followers', {
    about: 'Who follows a person, the newest first.',
    auth: 'optional',
    request: OfPerson,
    response: pageOf(FollowEntry),
  }),
} satisfies Calls
