import type { Address } from '@plinth/protocol'
import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { connect } from '../../src/db/database.ts'
import { exploreItems } from '../../src/read/explore/explore.ts'
import { openTestServer, type TestServer } from '../market/harness.ts'
import { addressOf, fillSearched } from './fill.ts'
import { COLLECTIONS, PEOPLE } from './market.ts'
import { QUESTIONS, type Question } from './questions.ts'

const KEYS = [...COLLECTIONS.map(({ key }) => key), ...Object.keys(PEOPLE)]
const keyAt = new Map<string, string>(KEYS.map((key) => [addressOf(key), key]))
const nameOfWork = (item: { collection: Address; tokenId: bigint } | undefined) => item && `${keyAt.get(item.collection)}/${item.tokenId}`

/** What is typed, with the addresses of this market. */
const typedIn = ({ typed }: Question): string =>
  typed.replace(/\{(\w+)\}/, (_, key: string) => {
    const small = `${key[0]?.toLowerCase()}${key.slice(1)}`
    return small === key ? addressOf(key) : getAddress(addressOf(small))
  })

type Ask = (typed: string) => Promise<string | undefined>
/** Every call that answers a list of the table. */
function callsOf(server: TestServer): { readonly [call: string]: { readonly list: Question['list']; readonly ask: Ask } } {
  const api = server.api()
  const page = { page: 1, limit: 5 }
  const v1 = async (path: string, typed: string) => {
    const { list } = (await server.app.inject({ url: `/v1/search/${path}?${new URLSearchParams({ text: typed, limit: '5' })}` })).json()
    return list?.[0]
  }
  const withoutIndex = {
    ...server.context,
    db: connect(server.database.dialect),
    config: { ...server.context.config, itemIndexBytes: 0 },
    caller: undefined,
  }
  return {
    'home.search': { list: 'works', ask: async (search) => nameOfWork((await api.home.search({ search, ...page })).list[0]) },
    '/v1/search/items': {
      list: 'works',
      ask: async (typed) => {
        const first = await v1('items', typed)
        return first && nameOfWork({ collection: first.collection, tokenId: BigInt(first.tokenId) })
      },
    },
    'explore.items by the index': {
      list: 'works',
      ask: async (words) => nameOfWork((await api.explore.items({ words, limit: 5 })).list[0]),
    },
    'explore.items by the database': {
      list: 'works',
      ask: async (words) => nameOfWork((await exploreItems(withoutIndex, { words, limit: 5 })).list[0]),
    },
    'home.searchcontract': {
      list: 'collections',
      ask: async (search) => keyAt.get((await api.home.searchcontract({ search, ...page })).list[0]?.address ?? '0x'),
    },
    'explore.collections': {
      list: 'collections',
      ask: async (words) => keyAt.get((await api.explore.collections({ words, ...page })).list[0]?.collection ?? '0x'),
    },
    'home.searchuser': {
      list: 'people',
      ask: async (search) => keyAt.get((await api.home.searchuser({ search, ...page })).list[0]?.address ?? '0x'),
    },
  }
}

/** The questions of which some call has another result first. */
async function wrongIn(server: TestServer): Promise<string[]> {
  const wrong: string[] = []
  for (const question of QUESTIONS)
    for (const [call, { list, ask }] of Object.entries(callsOf(server))) {
      if (list !== question.list) continue
      const first = await ask(typedIn(question))
      if (first !== question.first) wrong.push(`${question.typed} finds ${first}, not ${question.first} (${call})`)
    }
  return wrong
}

const filled = async (size: 'whole' | 'few', check: (server: TestServer, works: number) => Promise<void>): Promise<void> => {
  const server = await openTestServer()
  try {
    await check(server, await fillSearched(server.context.db, size))
  } finally {
    await server.close()
  }
}

describe('the table of questions', () => {
  it('[F-121] has three questions for each rule, and 40 in all', () => {
    expect(QUESTIONS).toHaveLength(40)
    const perRule = Object.groupBy(QUESTIONS, ({ rule }) => rule)
    for (const [rule, questions] of Object.entries(perRule)) expect(questions.length, rule).toBeGreaterThanOrEqual(3)
    expect(Object.keys(perRule)).toHaveLength(10)
  })

  it('[F-121][EXPL-12] finds the right result first of works that compete, by every call', () =>
    filled('few', async (server) => expect(await wrongIn(server)).toEqual([])))

  it('[F-121][EXPL-12] finds the right result first among 30,000 works, by every call', { tags: ['more'], timeout: 300_000 }, () =>
    filled('whole', async (server, works) => {
      expect(works).toBe(30_000)
      expect(await wrongIn(server)).toEqual([])
    }),
  )
})
