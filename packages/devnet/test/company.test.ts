import { LOCAL_NETWORKS, parseUnits } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { DEMO_NAMES } from '../src/accounts.ts'
import { BIDS, FOLLOWED, LIKED } from '../src/stories/company.ts'
import { nameOf, readCatalogue, type WorkEntry } from '../src/stories/works.ts'

const { collections, works } = readCatalogue()
const workOf = (slug: string): WorkEntry => {
  const found = works.find((work) => work.slug === slug)
  if (!found) throw new Error(`no work ${slug}`)
  return found
}
const chainOf = (slug: string) => collections.find((collection) => collection.slug === workOf(slug).collection)?.chain
const everybody = DEMO_NAMES.map((name) => name.toLowerCase().replaceAll(' ', ''))

describe('the interest that the demo people take in each other', () => {
  it('follows others, once each', () => {
    expect(Object.keys(FOLLOWED).toSorted()).toEqual(everybody.toSorted())
    for (const [account, followed] of Object.entries(FOLLOWED)) {
      expect(followed.map(nameOf)).not.toContain(nameOf(account))
      expect(new Set(followed).size).toBe(followed.length)
    }
  })

  it('likes items of others on both chains: a few by all others, most by one or none', () => {
    expect(Object.keys(LIKED).toSorted()).toEqual(everybody.toSorted())
    for (const [account, slugs] of Object.entries(LIKED)) {
      expect(new Set(slugs).size).toBe(slugs.length)
      expect(slugs.map((slug) => workOf(slug).artist)).not.toContain(account)
      expect(new Set(slugs.map(chainOf)).size).toBe(LOCAL_NETWORKS.length)
    }
    const likes = [...Map.groupBy(Object.values(LIKED).flat(), (slug) => slug).values()].map(({ length }) => length)
    const among = (least: number) => likes.filter((count) => count >= least).length
    expect(among(everybody.length - 1)).toBeGreaterThanOrEqual(2)
    expect(among(3)).toBeGreaterThanOrEqual(8)
    expect(among(3)).toBeLessThan(works.length / 8)
    expect(among(2)).toBeLessThan(works.length / 4)
  })

  it('bids below the price of what others have on sale, on both chains and several for some', () => {
    for (const [slug, account, price, quantity = 1n] of BIDS) {
      const { price: first = '0', artist, soldTo, relistPrice, resoldTo, supply = 1 } = workOf(slug)
      const asked = relistPrice ?? first
      expect(soldTo !== undefined && (!relistPrice || resoldTo !== undefined)).toBe(false)
      expect(soldTo ?? artist).not.toBe(account)
      expect(parseUnits(price, 18)).toBeGreaterThan(0n)
      expect(parseUnits(price, 18)).toBeLessThan(parseUnits(asked, 18))
      expect(quantity).toBeLessThanOrEqual(BigInt(supply))
    }
    expect(new Set(BIDS.map(([slug, account]) => `${slug} ${account}`)).size).toBe(BIDS.length)
    for (const { chainId } of LOCAL_NETWORKS) {
      const perWork = Map.groupBy(
        BIDS.filter(([slug]) => chainOf(slug) === chainId),
        ([slug]) => slug,
      )
      expect(perWork.size).toBeGreaterThanOrEqual(5)
      expect([...perWork.values()].filter(({ length }) => length > 1).length).toBeGreaterThanOrEqual(2)
    }
  })
})
