import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LOCAL_NETWORKS } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { planDrift } from '../src/stories/drift-plan.ts'
import { type CatalogueItem, MEDIA_DIR, nameOf, readCatalogue, titleOf } from '../src/stories/works.ts'

const { collections, works, banners } = readCatalogue()
const HAN = /\p{Script=Han}/u
const LATIN = /[a-z]/i
const MB = 1_000_000

const collectionOf = ({ collection }: CatalogueItem) => {
  const found = collections.find(({ slug }) => slug === collection)
  if (!found) throw new Error(`no collection ${collection}`)
  return found
}
const countBy = (keyOf: (work: CatalogueItem) => string | number) =>
  new Map([...Map.groupBy(works, keyOf)].map(([key, list]) => [key, list.length]))

describe('the catalogue', () => {
  it('holds at least 120 works, about as many on each local chain, and some in each of the five categories', () => {
    expect(works.length).toBeGreaterThanOrEqual(120)
    const perChain = countBy((work) => collectionOf(work).chain)
    expect([...perChain.keys()].sort()).toEqual(LOCAL_NETWORKS.map(({ chainId }) => chainId))
    for (const count of perChain.values()) expect(count).toBeGreaterThan(works.length / 3)
    const perCategory = countBy(({ category }) => category)
    expect([...perCategory.keys()].sort()).toEqual(['ancient', 'eastern', 'guangong', 'modern', 'western'])
    for (const count of perCategory.values()) expect(count).toBeGreaterThanOrEqual(15)
  })

  it('shows every kind of medium', () => {
    for (const [kind, least] of Object.entries({ image: 90, gif: 5, audio: 5, video: 4 }))
      expect(countBy((work) => work.kind).get(kind) ?? 0).toBeGreaterThanOrEqual(least)
  })

  it('names every work once, in both scripts, and writes on chain in the artist’s', () => {
    for (const key of ['slug', 'name', 'nameZh', 'file'] as const) expect(new Set(works.map((work) => work[key])).size).toBe(works.length)
    for (const { name, nameZh } of [...works, ...collections]) {
      expect(name).toMatch(LATIN)
      expect(nameZh).toMatch(HAN)
    }
    const chinese = works.filter((work) => HAN.test(titleOf(work, collectionOf(work).language)))
    expect(chinese.length).toBeGreaterThanOrEqual(15)
    expect(chinese.length).toBeLessThan(works.length / 2)
    for (const work of works) expect(work.description.length).toBeGreaterThan(5)
  })

  it('has no picture twice, and every file is there, small, and used', () => {
    const files = works.flatMap(({ file, cover }) => (cover ? [file, cover] : [file]))
    const hashes = files.map((file) =>
      createHash('sha256')
        .update(readFileSync(join(MEDIA_DIR, file)))
        .digest('hex'),
    )
    expect(new Set(hashes).size).toBe(files.length)
    const all = readdirSync(MEDIA_DIR).filter((file) => !/^(works\.json|drift|drift\.json|README\.md|avatar-.*)$/.test(file))
    expect(all.sort()).toEqual([...new Set(files)].sort())
    const drift = planDrift().works
    expect(readdirSync(join(MEDIA_DIR, 'drift')).sort()).toEqual(drift.map(({ number }) => `${number}.webp`).sort())
    const small = [...readdirSync(MEDIA_DIR).filter((file) => file !== 'drift'), ...drift.map(({ number }) => `drift/${number}.webp`)]
    const sizes = small.map((file) => statSync(join(MEDIA_DIR, file)).size)
    expect(Math.max(...sizes)).toBeLessThan(0.52 * MB)
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(17 * MB)
  })

  it('has a series of at least 120 works with five traits each, some of them rare', () => {
    const drift = planDrift().works
    expect(drift.length).toBeGreaterThanOrEqual(120)
    for (const kind of ['Palette', 'Wind', 'Density', 'Ground', 'Edge'] as const) {
      const counts = [...Map.groupBy(drift, (work) => work[kind]).values()].map(({ length }) => length)
      expect(counts.length).toBeGreaterThanOrEqual(3)
      expect(Math.min(...counts)).toBeLessThan(drift.length / 4)
      expect(counts.reduce((sum, count) => sum + count)).toBe(drift.length)
    }
  })

  it('hangs a work in its artist’s own collection, and shows each collection by one of its works', () => {
    for (const work of works) expect(collectionOf(work).owner).toBe(work.artist)
    for (const { cover } of collections) expect(existsSync(join(MEDIA_DIR, cover))).toBe(true)
    for (const { slug, owner } of collections) {
      expect(nameOf(owner)).toBeTruthy()
      expect(works.filter(({ collection }) => collection === slug).length).toBeGreaterThanOrEqual(2)
    }
    for (const { work } of banners) expect(works.map(({ slug }) => slug)).toContain(work)
  })

  it('prints about a third as editions, which are never oversold', () => {
    const editions = works.filter(({ supply }) => supply !== undefined)
    expect(editions.length).toBeGreaterThanOrEqual(works.length / 4)
    expect(editions.length).toBeLessThanOrEqual(works.length / 2)
    for (const work of works) expect(work.supply !== undefined).toBe(collectionOf(work).standard === 'ERC1155')
    for (const { supply = 0, forSale = 0, buyers = [], artist } of editions) {
      expect(supply).toBeGreaterThanOrEqual(3)
      expect(supply).toBeLessThanOrEqual(100)
      expect(forSale).toBeLessThanOrEqual(supply)
      expect(buyers.reduce((sum, { quantity }) => sum + quantity, 0)).toBeLessThan(forSale)
      expect(buyers.map(({ account }) => account)).not.toContain(artist)
    }
  })

  it('asks for coin, wrapped coin and dollars on both chains', () => {
    for (const { chainId } of LOCAL_NETWORKS)
      for (const payToken of [undefined, 'wrapped', 'dollar']) {
        const asked = works.filter((work) => collectionOf(work).chain === chainId && work.price && work.payToken === payToken)
        expect(asked.length).toBeGreaterThanOrEqual(3)
      }
    for (const { price, payToken } of works) if (price && payToken === 'dollar') expect(price).toMatch(/^\d+(\.\d{1,6})?$/)
  })
})
