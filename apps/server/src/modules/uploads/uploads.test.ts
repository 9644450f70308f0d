import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { MemoryBlockstore } from 'blockstore-core'
import { importer } from 'ipfs-unixfs-importer'
import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { create } from 'multiformats/hashes/digest'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPicture, aPng, aWav, multipart, type Part } from '../../../test/content/files.ts'
import { openTestServer, PEOPLE, type Session, type TestServer } from '../../../test/market/harness.ts'
import { mediaPath } from '../../content/disk-store.ts'

let server: TestServer
let alice: Session
beforeAll(async () => {
  server = await openTestServer()
  alice = await server.signIn(PEOPLE.alice)
})
afterAll(() => server.close())

type Stored = {
  id: string
  url: string
  key: string
  name: string
  type: string
  size: number
  ipfshash: string
  width: number
  height: number
}

async function send(path: string, parts: Part[], token: string | undefined = alice.token) {
  const { body, options } = multipart(parts, token)
  return server.post(path, body, options)
}
const upload = (content: Buffer | string, filename = 'a.png', type?: string) =>
  send('/storage/upload', [{ name: 'file', filename, content, ...(type ? { type } : {}) }])
const incoming = () => readdir(server.context.media.incoming)

/** The CID of an IPFS node, computed independently of the server's code. */
async function referenceCid(content: Buffer): Promise<string> {
  for await (const { cid } of importer([{ content }], new MemoryBlockstore(), { cidVersion: 1, rawLeaves: true })) return cid.toString()
  return ''
}

describe('storage.upload', () => {
  it('[API-94][API-04][DATA-41] stores a picture under its real CID', async () => {
    const png = await aPng(40, 30)
    const { errno, data } = await upload(png, 'C:\\art\\My work.png')
    const cid = CID.createV1(raw.code, create(0x12, createHash('sha256').update(png).digest())).toString()
    expect(errno).toBeUndefined()
    expect(data).toEqual({
      id: expect.stringMatching(/^\d+$/),
      url: `/static/upload/${cid}.png`,
      key: cid,
      name: 'My work.png',
      type: 'image/png',
      size: png.length,
      ipfshash: `ipfs://${cid}`,
      width: 40,
      height: 30,
    })
    expect(readFileSync(mediaPath(server.context.config.mediaDir, cid))).toEqual(png)
  })

  it('gives a file of many blocks the address the reference importer gives it', async () => {
    const wav = aWav(180)
    expect(wav.length).toBeGreaterThan(1_048_576)
    const { data } = await upload(wav, 'long.wav')
    expect((data as Stored).key).toBe(await referenceCid(wav))
    expect((data as Stored).key).toMatch(/^bafybei/)
  })

  it('keeps equal bytes once, each upload with an id of its own', async () => {
    const png = await aPng()
    const [first, second] = [(await upload(png)).data as Stored, (await upload(png, 'copy.png')).data as Stored]
    expect(first.key).toBe(second.key)
    expect(first.id).not.toBe(second.id)
    const rows = await server.context.db.selectFrom('media').select('cid').where('cid', '=', first.key).execute()
    expect(rows).toHaveLength(1)
  })

  it('takes its type from the content, never from name or header', async () => {
    const jpeg = await aPicture('jpeg')
    expect((await upload(jpeg, 'a.svg', 'image/svg+xml')).data).toMatchObject({ type: 'image/jpeg', url: expect.stringMatching(/\.jpg$/) })
    expect((await upload(await aPicture('gif'), '')).data).toMatchObject({ type: 'image/gif', width: 40, height: 30 })
    expect((await upload(await aPicture('webp'), 'x')).data).toMatchObject({ type: 'image/webp' })
    expect((await upload(aWav(), 'a.png', 'image/png')).data).toMatchObject({ type: 'audio/wav', width: 0, height: 0 })
  })

  it.each([
    ['svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'a.png'],
    ['html', '<!doctype html><script>alert(1)</script>', 'a.gif'],
    ['text', 'hello', 'a.mp3'],
    ['pdf', '%PDF-1.7\n1 0 obj\n<<>>\nendobj', 'a.png'],
    ['an executable', Buffer.concat([Buffer.from('\u007fELF\u0002\u0001\u0001'), Buffer.alloc(100)]), 'a.png'],
  ])('refuses %s with 4403', async (_, content, name) => {
    expect((await upload(content, name, 'image/png')).errno).toBe(4403)
  })

  it('refuses a damaged picture and one that is only a header with 4405', async () => {
    const png = await aPng(300, 300)
    expect((await upload(png.subarray(0, png.length / 2))).errno).toBe(4405)
    expect((await upload(png.subarray(0, 60))).errno).toBe(4405)
    const jpeg = await aPicture('jpeg', 300, 300)
    expect((await upload(jpeg.subarray(0, 1_500))).errno).toBe(4405)
  })

  it('[F-55] refuses a picture that unfolds to too many pixels, with a reason of its own', async () => {
    const bomb = await sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: 'red' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(2_000_000)
    expect((await upload(bomb)).errno).toBe(4422)
    const long = await sharp({ create: { width: 20_000, height: 10, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    expect(await upload(long)).toMatchObject({ errno: 4422, errmsg: expect.stringContaining('16384 pixels on a side') })
  })

  it('refuses a file above 30 MB with 4402, in a sentence that says so', async () => {
    const png = Buffer.concat([await aPng(), Buffer.alloc(31_457_280)])
    expect(await upload(png)).toMatchObject({ status: 200, errno: 4402, errmsg: 'The file is above 30 MB.' })
  })

  it('refuses no file with 4404 and a file of another name or one too many with 402', async () => {
    const png = await aPng()
    expect((await send('/storage/upload', [{ name: 'x', content: 'y' }])).errno).toBe(4404)
    expect((await server.post('/storage/upload', {}, { token: alice.token })).errno).toBe(4404)
    expect((await send('/storage/upload', [{ name: 'other', filename: 'a.png', content: png }])).errno).toBe(402)
    const two = [1, 2].map(() => ({ name: 'file', filename: 'a.png', content: png }))
    expect((await send('/storage/upload', two)).errno).toBe(402)
    expect((await upload(Buffer.alloc(0))).errno).toBe(4403)
  })

  it('reads nothing from callers that are not signed in', async () => {
    expect((await send('/storage/upload', [{ name: 'file', filename: 'a.png', content: await aPng() }], 'x'.repeat(43))).errno).toBe(501)
  })

  it('leaves nothing behind on its way in', async () => {
    expect(await incoming()).toEqual([])
  })
})

describe('storage.multiupload', () => {
  it('[API-98][DATA-42] stores sound and cover, answered in the order sent', async () => {
    const [wav, png] = [aWav(), await aPng()]
    const { data } = await send('/storage/multiupload', [
      { name: 'files', filename: 'song.wav', content: wav },
      { name: 'files', filename: 'cover.png', content: png },
    ])
    expect(data).toMatchObject([
      { name: 'song.wav', type: 'audio/wav', size: wav.length },
      { name: 'cover.png', type: 'image/png', size: png.length },
    ])
  })

  it('stores none when one is refused', async () => {
    const before = await server.context.db.selectFrom('stored_file').select('id').execute()
    const answer = await send('/storage/multiupload', [
      { name: 'files', filename: 'song.wav', content: aWav(2) },
      { name: 'files', filename: 'cover.svg', content: '<svg/>' },
    ])
    expect(answer.errno).toBe(4403)
    expect(await server.context.db.selectFrom('stored_file').select('id').execute()).toHaveLength(before.length)
    expect(await incoming()).toEqual([])
  })

  it('refuses a third file', async () => {
    const files = await Promise.all([1, 2, 3].map(async () => ({ name: 'files', filename: 'a.png', content: await aPng() })))
    expect((await send('/storage/multiupload', files)).errno).toBe(402)
  })
})

describe('one’s own uploads', () => {
  const mine = async (name: string) => (await upload(await aPng(), name)).data as Stored
  const act = (path: string, fields: Record<string, string>, token = alice.token) => server.post(`/storage/${path}`, fields, { token })

  it('[API-93][API-95] are listed newest first, and read one by one', async () => {
    const [older, newer] = [await mine('older.png'), await mine('newer.png')]
    const { data } = await act('list', { page: '1', limit: '2' })
    expect(data).toMatchObject({ list: [newer, older], page: 1, limit: 2 })
    expect((await act('read', { id: older.id })).data).toEqual(older)
    const outsider = await server.signIn(PEOPLE.dan)
    expect((await act('list', {}, outsider.token)).data).toMatchObject({ list: [], total: 0 })
  })

  it('[API-96] take another name, without what would turn it around', async () => {
    const { id } = await mine('before.png')
    expect((await act('update', { id, name: 'af\u202eter.png' })).data).toMatchObject({ id, name: 'after.png' })
    expect((await act('read', { id })).data).toMatchObject({ name: 'after.png' })
    expect((await act('update', { id, name: '\u202e' })).errno).toBe(402)
    expect((await act('update', { id })).errno).toBe(401)
  })

  it('[API-97] are forgotten, but not while the profile shows them; the content stays for who else stored it', async () => {
    const picture = await mine('face.png')
    await alice.api.user.setprofile({ avatar: picture.url })
    expect((await act('delete', { id: picture.id })).errno).toBe(4401)
    await server.post('/user/setprofile', { avatar: '' }, { token: alice.token })
    expect(await act('delete', { id: picture.id })).toMatchObject({ status: 200, text: '{}' })
    for (const path of ['read', 'delete']) expect((await act(path, { id: picture.id })).errno).toBe(507)
    expect((await server.app.inject({ url: picture.url })).statusCode).toBe(200)
  })
})

describe('the typed client', () => {
  it('uploads as a browser does', async () => {
    const png = await aPng()
    const file = new File([new Uint8Array(png)], '作品.png', { type: 'image/png' })
    expect(await alice.api.storage.upload({}, { files: [file] })).toMatchObject({ name: '作品.png', size: png.length })
  })
})
