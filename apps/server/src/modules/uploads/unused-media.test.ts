import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { metadataUrlOf, TOKEN_STANDARD } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftBox, openBoxMarket } from '../../../test/acts/boxes.ts'
import { aPng, aWav } from '../../../test/content/files.ts'
import { PEOPLE } from '../../../test/market/harness.ts'
import type { TestMarket, Who } from '../../../test/market/market.ts'
import { operate, rowsOf } from '../../../test/operator/operate.ts'
import { ContentStoreAway } from '../../content/content-store.ts'
import { createDiskStore, mediaPath } from '../../content/disk-store.ts'
import { STORE, says } from '../../content/store-faults.ts'
import type { Context } from '../../context.ts'
import { createMedia, type Media } from '../../media/media.ts'
import { readDueCollections } from '../collections/service.ts'
import { listUnused, removeUnused } from './unused.ts'

const DAY_S = 86_400
const OLGA = { who: 'olga', why: 'a test', role: undefined }

let market: TestMarket
beforeAll(async () => {
  market = await openBoxMarket()
}, 120_000)
afterAll(() => market?.close())

const context = (): Context => market.server.context
const run = (group: string, act: string, ...options: string[]) => operate(context(), group, act, ...options)
const WHY = ['--why', 'a test']
const cidOf = (address: string): string => /baf\w+/.exec(address)?.[0] ?? ''
const get = (url: string) => market.server.app.inject({ url })
const unused = async (days = 7): Promise<string[]> => (await listUnused(context(), days)).map(({ cid }) => cid)
const api = async (who: Who) => (await market.server.signIn(PEOPLE[who])).api

async function upload(who: Who, content: Buffer) {
  const file = new File([new Uint8Array(content)], 'file')
  return (await api(who)).storage.upload({}, { files: [file] })
}

/** An item that has its metadata, and is not minted. */
async function declare(who: Who): Promise<{ image: string; sound: string; metadata: string }> {
  const [image, sound, client] = [await upload(who, await aPng()), await upload(who, aWav(11)), await api(who)]
  const { tokenId } = await client.dapp.sign({ collection: market.official, chainId: market.chainId })
  const work = { name: 'Under way', royalties: [], category: 1n, quantity: 1n, standard: TOKEN_STANDARD.ERC721, chainId: market.chainId }
  const files = { storageId: image.id, animationStorageId: sound.id }
  const { metadataUrl } = await client.nft.add({ collection: market.official, tokenId, ...work, ...files })
  return { image: image.cid, sound: sound.cid, metadata: cidOf(metadataUrl) }
}

/** A collection whose owner has set its contractURI on chain. */
async function describeOnChain(): Promise<Record<string, string>> {
  const address = await market.collection('alice', 'Rivers', 'RIV')
  const [first, cover, banner] = [await coverOf('Rivers'), await upload('alice', await aPng()), await upload('alice', await aPng())]
  const said = { collection: address, chainId: market.chainId, description: 'Water', cover: cover.id, banner: banner.id }
  const { metadataUrl } = await (await api('alice')).contract.describe(said)
  const call = { address, abi: collection721Abi, functionName: 'setContractURI', args: [metadataUrl] } as const
  await market.mined(await market.wallet('alice').writeContract(call))
  await market.sync()
  await readDueCollections(context())
  expect(await coverOf('Rivers')).toBe(cover.cid)
  return { 'the cover it was made with': first, cover: cover.cid, 'its banner': banner.cid, 'its text': cidOf(metadataUrl) }
}
const coverOf = async (name: string): Promise<string> =>
  cidOf((await context().db.selectFrom('collection').select('cover').where('name', '=', name).executeTakeFirstOrThrow()).cover)

describe('contents that nothing refers to', () => {
  const used: Record<string, string> = {}
  const forgotten: Record<string, string> = {}
  const remove = (...options: string[]) => run('media', 'remove', ...options)

  beforeAll(async () => {
    const item = await market.minted('alice')
    const { metadata_url, metadata } = await context()
      .db.selectFrom('item')
      .selectAll()
      .where('token_id', '=', item.tokenId)
      .executeTakeFirstOrThrow()
    Object.assign(used, { 'metadata of an item': cidOf(metadata_url), 'picture of an item': cidOf(metadata) })
    for (const [what, cid] of Object.entries(await declare('alice'))) used[`${what} of a work not minted yet`] = cid
    for (const [what, cid] of Object.entries(await describeOnChain())) used[`collection: ${what}`] = cid

    const bob = await api('bob')
    const [avatar, banner] = [await upload('bob', await aPng()), await upload('bob', await aPng())]
    await bob.user.setprofile({ avatar: avatar.url })
    await bob.user.setbanner({ url: banner.url })
    const [hung, film, cover] = [await upload('alice', await aPng()), await upload('alice', aWav(7)), await upload('alice', await aPng())]
    const place = ['--chain', '31337', '--collection', item.collection, '--token', String(item.tokenId)]
    await run(
      'banners',
      'add',
      ...place,
      '--image',
      `/ipfs/${hung.cid}`,
      '--title-en',
      'A',
      '--title-zh',
      '甲',
      '--text-en',
      'a',
      '--text-zh',
      '甲',
      ...WHY,
    )
    await draftBox(market, {
      text: { name: 'Pond', image: cover.url, description: '', property: '', anim1: film.url, anim2: '', isSealed: false },
    })
    Object.assign(used, {
      avatar: avatar.cid,
      'profile banner': banner.cid,
      'site banner': hung.cid,
      'box film': film.cid,
      'box picture': cover.cid,
    })

    const [named, inText] = [await upload('alice', await aPng()), await upload('alice', await aPng())]
    const json = await context().media.putJson(context().db, JSON.stringify({ name: 'Only here', image: metadataUrlOf(inText.cid) }))
    await run('announcements', 'add', '--lang', 'en', '--title', 'News', '--content', `Look: ${named.url}`, ...WHY)
    await run('announcements', 'add', '--lang', 'en', '--title', 'More', '--content', `See ipfs://${json.cid} there`, ...WHY)
    Object.assign(used, { announcement: named.cid, 'a text alone': json.cid, 'what a text alone names': inText.cid })

    const [picture, sound] = [await aPng(800, 600), aWav(3)]
    const face = await upload('carol', await aPng())
    const carol = await api('carol')
    await carol.user.setprofile({ avatar: face.url })
    await carol.user.remove({})
    Object.assign(forgotten, {
      'a picture of two people': (await upload('alice', picture)).cid,
      'a sound': (await upload('alice', sound)).cid,
      'the avatar of an account that is gone': face.cid,
      'a text': (await context().media.putJson(context().db, '{"name":"never minted"}')).cid,
    })
    await upload('bob', picture)
    // Notices reference images, too: here each is tested without them.
    await context().db.deleteFrom('notice').execute()
    expect((await get(`/ipfs/${forgotten['a picture of two people']}!300x300`)).statusCode).toBe(200)
  }, 120_000)

  it('are none as long as they are young: forms and mints may be under way', async () => {
    expect(await rowsOf(context(), 'media', 'unused')).toContainEqual({ type: 'all', files: 0, bytes: 0, oldest: null })
    market.server.clock.advance(7 * DAY_S - 3_600)
    expect(await unused()).toEqual([])
  })

  it('are found when they have been left for a week, and counted by kind', async () => {
    market.server.clock.advance(DAY_S)
    expect(await unused()).toEqual(Object.values(forgotten).toSorted())
    expect(await unused(30)).toEqual([])
    const sound = aWav(3).length
    expect(await rowsOf(context(), 'media', 'unused', '--days', '7')).toMatchObject([
      { type: 'pictures', files: 2, bytes: expect.any(Number), oldest: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
      { type: 'sounds', files: 1, bytes: sound },
      { type: 'films', files: 0, bytes: 0, oldest: null },
      { type: 'texts', files: 1, bytes: 23 },
      { type: 'all', files: 4 },
    ])
  })

  it('stay without an operator’s reason, and while a chain is unread or the files are another market’s', async () => {
    await expect(remove()).rejects.toThrow('Say why with --why')
    await market.indexers.stop()
    await market.testnet.mine(30)
    await expect(remove('--why', 'room')).rejects.toThrow('Chain 31337 is not read to its end, so what it refers to is not known')
    await market.follow()
    const folder = await mkdtemp(join(tmpdir(), 'plinth-other-'))
    const media = await createMedia(folder, createDiskStore(folder), context().clock)
    await expect(removeUnused({ ...context(), media }, OLGA, 7)).rejects.toThrow('DATA_DIR and STORAGE must be those of this very market')
    await rm(folder, { recursive: true })
    expect(await unused()).toHaveLength(4)
  })

  it('go one by one: what the storage could not remove stays, and what it could is on record', async () => {
    const [first = '', second = ''] = await unused()
    const media: Media = {
      ...context().media,
      remove: (cid) =>
        cid === second
          ? Promise.reject(new ContentStoreAway(says('SILENT', { store: STORE.s3, code: 'ECONNREFUSED' })))
          : context().media.remove(cid),
    }
    await expect(removeUnused({ ...context(), media }, OLGA, 7)).rejects.toThrow('The S3 storage does not answer (ECONNREFUSED).')
    expect(await unused()).not.toContain(first)
    expect(await unused()).toContain(second)
    const [act] = await context().db.selectFrom('operator_act').selectAll().orderBy('id', 'desc').execute()
    expect(act).toMatchObject({ what: 'media remove', who: 'olga', why: 'a test', details: { days: 7, cids: [first] } })
  })

  it('are removed with their copies and from uploaders’ lists, and the record says by whom and why', async () => {
    const left = await unused()
    expect(left).toHaveLength(3)
    expect(await remove('--why', 'the disk is full')).toMatch(/^3 files to which nothing referred are gone: \d\.\d MB\.$/)
    const { config, media, db } = context()
    for (const cid of Object.values(forgotten)) {
      expect((await get(`/ipfs/${cid}`)).statusCode).toBe(404)
      expect(
        [mediaPath(config.mediaDir, cid), join(media.thumbnails, '300x300', `${cid}.webp`)].filter((path) => existsSync(path)),
      ).toEqual([])
    }
    expect(await db.selectFrom('stored_file').select('id').where('cid', 'in', Object.values(forgotten)).execute()).toEqual([])
    const [act] = await rowsOf(context(), 'acts', 'list')
    expect(act).toMatchObject({ what: 'media remove', who: 'olga', why: 'the disk is full' })
    expect(JSON.stringify(act)).toContain(left[2])
    expect(await remove('--why', 'again')).toBe('Nothing is unused: everything stayed.')
  })

  it('leave everything that is shown anywhere as it was', async () => {
    expect(Object.keys(used)).toHaveLength(17)
    for (const [what, cid] of Object.entries(used)) {
      const { statusCode, rawPayload } = await get(`/ipfs/${cid}`)
      expect([what, statusCode, rawPayload.length > 0]).toEqual([what, 200, true])
    }
  })
})

describe('a forgotten content that is wanted again', () => {
  /** Unused contents, in the order of removal. */
  async function forgottenFiles(count: number): Promise<{ content: Buffer; cid: string; url: string }[]> {
    market.server.clock.advance(8 * DAY_S)
    await removeUnused(context(), OLGA, 7)
    const files = []
    for (let at = 0; at < count; at++) {
      const content = await aPng()
      files.push({ content, ...(await upload('alice', content)) })
    }
    market.server.clock.advance(8 * DAY_S)
    return files.toSorted((a, b) => (a.cid < b.cid ? -1 : 1))
  }
  /** Removes them, pausing before the first until released. */
  function removing(): { begun: Promise<void>; goOn: () => void; ended: Promise<readonly { cid: string }[]> } {
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const remove = async (cid: string): Promise<void> => {
      begun.resolve()
      await gate.promise
      await context().media.remove(cid)
    }
    const ended = removeUnused({ ...context(), media: { ...context().media, remove } }, OLGA, 7)
    return { begun: begun.promise, goOn: gate.resolve, ended }
  }
  const served = async (url: string) => (await get(url)).rawPayload

  it('counts as new when it is uploaded once more', async () => {
    const [file] = await forgottenFiles(1)
    if (!file) throw new Error('no file')
    expect(await unused()).toContain(file.cid)
    await upload('bob', file.content)
    expect(await unused()).not.toContain(file.cid)
  })

  it('is there when the same is uploaded while it is being removed', async () => {
    const [file] = await forgottenFiles(1)
    if (!file) throw new Error('no file')
    const { begun, goOn, ended } = removing()
    await begun
    const again = upload('bob', file.content)
    await sleep(300)
    goOn()
    expect((await ended).map(({ cid }) => cid)).toEqual([file.cid])
    expect((await served((await again).url)).equals(file.content)).toBe(true)
  })

  it('stays when it is shown between the search and the removal: as avatar, item, cover', async () => {
    const [first, face, work, cover] = await forgottenFiles(4)
    if (!first || !face || !work || !cover) throw new Error('no files')
    const alice = await api('alice')
    const { tokenId } = await alice.dapp.sign({ collection: market.official, chainId: market.chainId })
    const { begun, goOn, ended } = removing()
    await begun
    await alice.user.setprofile({ avatar: face.url })
    const idOf = async ({ cid }: { cid: string }) => {
      const found = (await alice.storage.list({ page: 1, limit: 50 })).list.find((one) => one.cid === cid)
      return found?.id ?? 0n
    }
    const declared = { name: 'Late', royalties: [], category: 1n, quantity: 1n, standard: TOKEN_STANDARD.ERC721, chainId: market.chainId }
    await alice.nft.add({ collection: market.official, tokenId, storageId: await idOf(work), ...declared })
    const shape = { name: 'Late', symbol: 'LATE', standard: TOKEN_STANDARD.ERC721, owner: market.address('alice'), chainId: market.chainId }
    await alice.contract.create({ ...shape, storageId: await idOf(cover), cover: cover.url, signer: context().signer.mintSigner })
    goOn()
    expect((await ended).map(({ cid }) => cid)).toEqual([first.cid])
    for (const { url, content } of [face, work, cover]) expect((await served(url)).equals(content)).toBe(true)
    expect((await get(first.url)).statusCode).toBe(404)
  })
})
