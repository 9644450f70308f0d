import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPicture, aPng, aWav, multipart } from '../../test/content/files.ts'
import { openTestServer, PEOPLE, type TestServer } from '../../test/market/harness.ts'
import { rangeOf } from '../http/media.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await openTestServer()
  token = (await server.signIn(PEOPLE.alice)).token
})
afterAll(() => server.close())

async function put(content: Buffer): Promise<{ url: string; key: string }> {
  const { body, options } = multipart([{ name: 'file', filename: 'x', content }], token)
  return (await server.post('/storage/upload', body, options)).data as { url: string; key: string }
}
const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers })

describe('/ipfs/{cid} and /static/upload/{cid}.{ext}', () => {
  it('serve the bytes with the stored type, for good, and nothing of them acts', async () => {
    const png = await aPng()
    const { url, key } = await put(png)
    for (const path of [url, `/ipfs/${key}`]) {
      const answer = await get(path)
      expect(answer.statusCode).toBe(200)
      expect(answer.rawPayload).toEqual(png)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/png',
        'content-length': String(png.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'access-control-allow-origin': '*',
      })
      expect((await get(path, { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304)
    }
    expect((await server.app.inject({ method: 'HEAD', url })).headers['content-length']).toBe(String(png.length))
  })

  it('serve metadata that the market wrote', async () => {
    const { cid } = await server.context.media.putJson(server.context.db, '{"name":"雪"}')
    const answer = await get(`/ipfs/${cid}`)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.json()).toEqual({ name: '雪' })
  })

  it('answer 404 for what is not there, another extension, and names that are paths', async () => {
    const { url, key } = await put(await aPng())
    const missing = [
      `/ipfs/${'b'.repeat(59)}`,
      url.replace('.png', '.svg'),
      `/ipfs/${key}.png`,
      `/static/upload/${key}`,
      '/ipfs/..%2f..%2fetc%2fpasswd',
      '/static/upload/..%5cx.png',
      '/ipfs/',
    ]
    for (const path of missing) expect((await get(path)).statusCode, path).toBe(404)
  })

  it('serve parts to players that seek', async () => {
    const wav = aWav(3)
    const { url } = await put(wav)
    const part = await get(url, { range: 'bytes=100-199' })
    expect([part.statusCode, part.headers['content-range'], part.rawPayload]).toEqual([
      206,
      `bytes 100-199/${wav.length}`,
      wav.subarray(100, 200),
    ])
    const tail = await get(url, { range: 'bytes=-44' })
    expect([tail.statusCode, tail.rawPayload]).toEqual([206, wav.subarray(-44)])
    expect((await get(url, { range: `bytes=${wav.length}-` })).statusCode).toBe(416)
    expect((await get(url, { range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200)
  })
})

describe('rangeOf', () => {
  it.each([
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=50-1000', { start: 50, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=9-3', undefined],
    ['bytes=0-1,5-6', undefined],
    ['items=0-1', undefined],
    [undefined, undefined],
  ])('reads %s of 100 bytes', (header, expected) => {
    expect(rangeOf(header, 100)).toEqual(expected)
  })
})

describe('the suffix !WxH', () => {
  it('answers a smaller copy inside the size, made once', async () => {
    const { url, key } = await put(await aPng(800, 400))
    for (const path of [`${url}!300x300`, `/ipfs/${key}!300x300`]) {
      const answer = await get(path)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 300, height: 150 })
    }
    expect(await readdir(join(server.context.media.thumbnails, '300x300'))).toContain(`${key}.webp`)
  })

  it('is made in what the asker takes: WebP, else PNG or JPEG', async () => {
    const { url } = await put(await aPng(800, 400))
    const photo = await put(await aPicture('jpeg', 800, 400))
    const browser = 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8'
    const old = 'image/png, image/jpeg'
    const tags = new Set<unknown>()
    for (const [path, accept, format] of [
      [url, browser, 'webp'],
      [url, '*/*', 'webp'],
      [url, old, 'png'],
      [photo.url, old, 'jpeg'],
    ] as const) {
      const answer = await get(`${path}!300x300`, { accept })
      expect(answer.headers).toMatchObject({ 'content-type': `image/${format}`, vary: expect.stringMatching(/(^|, )accept(,|$)/) })
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format, width: 300, height: 150 })
      tags.add(answer.headers.etag)
    }
    expect(tags.size).toBe(3)
  })

  it('answers many at once with one copy', async () => {
    const { url } = await put(await aPng(1_000, 1_000))
    const answers = await Promise.all(Array.from({ length: 10 }, () => get(`${url}!100x100`)))
    for (const answer of answers) expect(answer.statusCode).toBe(200)
    expect(await readdir(server.context.media.incoming)).toEqual([])
  })

  it('stands a photo upright', async () => {
    const lying = await sharp(await aPicture('jpeg', 400, 200))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { url } = await put(lying)
    expect(await sharp((await get(`${url}!100x100`)).rawPayload).metadata()).toMatchObject({ width: 50, height: 100 })
  })

  it('leaves gif, sound and small pictures as they are', async () => {
    for (const content of [await aPicture('gif', 400, 400), aWav(), await aPng(50, 50)]) {
      const { url } = await put(content)
      expect((await get(`${url}!100x100`)).rawPayload).toEqual(content)
    }
  })

  it('knows a few sizes only', async () => {
    const { url } = await put(await aPng(800, 400))
    for (const size of ['301x300', '9999x9999', '0x0', '99999x1', 'x', '300'])
      expect((await get(`${url}!${size}`)).statusCode, size).toBe(404)
  })
})
