// node check.mjs   holds works.json against the files beside it
import assert from 'node:assert/strict'
import fs from 'node:fs'
import sharp from 'sharp'
import { LONGEST, MEDIA } from './lib/write.mjs'

const KB = 1024
const LIMITS = { webp: 250 * KB, jpg: 250 * KB, png: 250 * KB, gif: 300 * KB, mp3: 250 * KB, mp4: 500 * KB, webm: 500 * KB }
const TOTAL = 17_000_000
const ACCOUNTS = ['alice', 'bob', 'carol', 'dan', 'zhangwei', 'eve']
const CHAINS = [31337, 31338]
const STANDARDS = ['ERC721', 'ERC1155']
const CATEGORIES = ['eastern', 'western', 'ancient', 'modern', 'guangong']

const { collections, works, banners, announcements, profiles } = JSON.parse(fs.readFileSync(`${MEDIA}works.json`, 'utf8'))
const used = new Set(['works.json', 'README.md', 'drift', 'drift.json'])
const use = (file) => {
  assert.ok(fs.existsSync(MEDIA + file), `${file} is missing`)
  const limit = LIMITS[file.split('.').at(-1)]
  assert.ok(fs.statSync(MEDIA + file).size <= limit, `${file} is over ${limit / KB} kB`)
  used.add(file)
}
const unique = (rows, key) => assert.equal(new Set(rows.map((row) => row[key])).size, rows.length, `${key} repeats`)
const price = (text, most) => assert.ok(/^\d+(\.\d+)?$/.test(text) && Number(text) >= 0.05 && Number(text) <= most, `price ${text}`)

unique(collections, 'slug')
unique(works, 'slug')
unique(works, 'name')
const bySlug = new Map(collections.map((collection) => [collection.slug, collection]))
for (const collection of collections) {
  use(collection.cover)
  assert.ok(ACCOUNTS.includes(collection.owner))
  assert.ok(CHAINS.includes(collection.chain) && STANDARDS.includes(collection.standard), collection.slug)
}
for (const work of works) {
  const collection = bySlug.get(work.collection)
  assert.equal(collection?.owner, work.artist, `${work.slug}: its artist must own the collection`)
  assert.ok(CATEGORIES.includes(work.category), work.slug)
  assert.ok(work.attributes.length >= 2 && work.attributes.length <= 4, work.slug)
  assert.ok(work.royaltyPercent >= 0 && work.royaltyPercent <= 10, work.slug)
  assert.equal(Boolean(work.cover), work.kind === 'audio' || work.kind === 'video', `${work.slug}: cover`)
  const most = work.payToken === 'dollar' ? 3000 : 6
  if (work.price) price(work.price, most)
  if (work.relistPrice) price(work.relistPrice, most)
  if (work.relistPrice) assert.ok(work.soldTo, `${work.slug}: relisted by whom`)
  if (work.soldTo) assert.ok(work.price && work.soldTo !== work.artist && ACCOUNTS.includes(work.soldTo), work.slug)
  assert.equal(work.supply !== undefined, collection.standard === 'ERC1155', `${work.slug}: supply`)
  for (const { account } of work.buyers ?? []) assert.ok(account !== work.artist && ACCOUNTS.includes(account), work.slug)
  use(work.file)
  if (work.cover) use(work.cover)
  const { width, height } = await sharp(MEDIA + (work.cover ?? work.file)).metadata()
  assert.deepEqual([work.width, work.height], [width, height], `${work.slug}: size`)
  assert.ok(Math.max(width, height) <= LONGEST, work.slug)
}
for (const banner of banners)
  assert.ok(
    works.some((work) => work.slug === banner.work),
    banner.work,
  )
for (const { lang, tittle, content } of announcements) assert.ok(['en', 'zh'].includes(lang) && tittle && content)
for (const { account, avatar } of profiles) {
  assert.ok(ACCOUNTS.includes(account))
  use(avatar.file)
}
const files = fs.readdirSync(MEDIA)
assert.deepEqual(
  files.filter((file) => !used.has(file)),
  [],
  'files that no work uses',
)
const drift = JSON.parse(fs.readFileSync(`${MEDIA}drift.json`, 'utf8'))
assert.deepEqual(fs.readdirSync(`${MEDIA}drift`).sort(), drift.map(({ number }) => `${number}.webp`).sort(), 'runs of the series Drift')
const all = [...files, ...drift.map(({ number }) => `drift/${number}.webp`)]
const total = all.reduce((sum, file) => sum + fs.statSync(MEDIA + file).size, 0)
assert.ok(total <= TOTAL, `${total} bytes in all`)
console.log(`${works.length} works in ${collections.length} collections, ${files.length} files, ${(total / 1e6).toFixed(2)} MB`)
