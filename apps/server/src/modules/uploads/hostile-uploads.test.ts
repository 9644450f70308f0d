/** @module-tag more */
import { readdir, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { aFilm, aPicture, aPng, aPngOf, aWav, FILM_START, multipart, type Part } from '../../../test/content/files.ts'
import { A_WIDE_WEBP, aWideGif, aWideJpeg, deflatedZeros } from '../../../test/content/wide-pictures.ts'
import { openTestServer, PEOPLE, type TestServer } from '../../../test/market/harness.ts'
import { mediaPath } from '../../content/disk-store.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await openTestServer()
  token = (await server.signIn(PEOPLE.alice)).token
})
afterAll(() => server.close())

async function send(parts: Part[], path = '/storage/upload') {
  const { body, options } = multipart(parts, token)
  return server.post(path, body, options)
}
const upload = (content: Buffer | string, filename = 'a.png', type = 'image/png') => send([{ name: 'file', filename, content, type }])
const stored = (answer: { data?: unknown }) => answer.data as { url: string; key: string; name: string; type: string }

const NOT_TAKEN = 4403
const BROKEN = 4405
const TOO_LARGE = 4422

/** A GIF of so many tiny frames, on a canvas of any size. */
function gifOf(width: number, height: number, frames: number): Buffer {
  const header = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  header.writeUInt16LE(width, 6)
  header.writeUInt16LE(height, 8)
  const frame = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

const PNG_MAGIC = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
const HTML = '<!doctype html><html><script>alert(document.cookie)</script></html>'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><foreignObject/></svg>'

type Case = readonly [what: string, make: () => Buffer | string | Promise<Buffer | string>, errno: number]
const REFUSED: Case[] = [
  ['a page as picture', () => HTML, NOT_TAKEN],
  ['a page after spaces', () => `${' '.repeat(5_000)}${HTML}`, NOT_TAKEN],
  ['SVG with a script', () => SVG, NOT_TAKEN],
  ['SVG with a prologue and entities', () => `<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "${'b'.repeat(1_000)}">]>${SVG}`, NOT_TAKEN],
  ['SVG behind a byte order mark, and packed', () => gzipSync(`\uFEFF${SVG}`), NOT_TAKEN],
  ['XHTML', () => `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${HTML}</html>`, NOT_TAKEN],
  ['JavaScript', () => 'alert(1)//', NOT_TAKEN],
  ['JSON', () => '{"name":"x"}', NOT_TAKEN],
  ['a script that begins like a GIF', () => 'GIF89a/*\0\0\0\0\0*/=1;alert(1)//', BROKEN],
  ['PDF', () => '%PDF-1.7\n1 0 obj <</S/JavaScript/JS(app.alert(1))>> endobj', NOT_TAKEN],
  ['programs: ELF', () => Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(200)]), NOT_TAKEN],
  ['programs: Windows', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(300)]), NOT_TAKEN],
  ['programs: WebAssembly', () => Buffer.from('\0asm\x01\0\0\0', 'latin1'), NOT_TAKEN],
  ['a zip that unfolds', () => Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), gzipSync(Buffer.alloc(10_000_000))]), NOT_TAKEN],
  ['gzip that unfolds', () => gzipSync(Buffer.alloc(20_000_000)), NOT_TAKEN],
  ['Flash', () => Buffer.concat([Buffer.from('FWS\x0a', 'latin1'), Buffer.alloc(100)]), NOT_TAKEN],
  [
    'TIFF, which other decoders read',
    () =>
      sharp(Buffer.alloc(300), { raw: { width: 10, height: 10, channels: 3 } })
        .tiff()
        .toBuffer(),
    NOT_TAKEN,
  ],
  [
    'AVIF of any size',
    () =>
      sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
        .avif({ effort: 0 })
        .toBuffer(),
    NOT_TAKEN,
  ],
  ['a PNG that claims 65,535 by 65,535', () => aPngOf(65_535, 65_535, [['IDAT', deflateSync(Buffer.alloc(100))]]), TOO_LARGE],
  ['a PNG that claims 2^31-1 by 1', () => aPngOf(2 ** 31 - 1, 1, [['IDAT', deflateSync(Buffer.alloc(100))]]), BROKEN],
  ['a PNG of no size', () => aPngOf(0, 0, [['IDAT', deflateSync(Buffer.alloc(1))]]), BROKEN],
  ['a PNG that unfolds to 768 MB', () => aPngOf(16_000, 16_000, [['IDAT', deflateSync(Buffer.alloc(16_000 * 100))]]), TOO_LARGE],
  [
    'an interlaced PNG that takes 512 MB at once',
    () => aPngOf(8_000, 8_000, [['IDAT', deflatedZeros(8_000 * 64_000 + 24_000)]], [16, 6, 0, 0, 1]),
    TOO_LARGE,
  ],
  ['a progressive JPEG that takes 384 MB at once', () => aWideJpeg(8_000, 8_000, true), TOO_LARGE],
  ['a GIF whose one frame takes 256 MB at once', () => aWideGif(8_000, 8_000), TOO_LARGE],
  ['a film of frames that is a WebP of 600', () => animatedWebP(600), TOO_LARGE],
  [
    'an archive that begins like a PNG',
    () => Buffer.concat([PNG_MAGIC, Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(500)]),
    NOT_TAKEN,
  ],
  ['a JPEG that is a page after its magic', () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(HTML)]), BROKEN],
  [
    'a WebP that is a page after its magic',
    () => Buffer.concat([Buffer.from('RIFF\0\x02\0\0WEBPVP8 ', 'latin1'), Buffer.from(HTML)]),
    BROKEN,
  ],
  ['a PNG without an end', async () => (await aPng()).subarray(0, -12 - 400), BROKEN],
  ['an MSI, a Word file, a database', () => Buffer.concat([Buffer.from('D0CF11E0A1B11AE1', 'hex'), Buffer.alloc(600)]), NOT_TAKEN],
  ['a PNG of a header alone', () => aPngOf(10, 10, []), BROKEN],
  ['a GIF that claims 65,535 by 65,535', () => gifOf(65_535, 65_535, 1), TOO_LARGE],
  ['a GIF of 10,000 frames', () => gifOf(1, 1, 10_000), TOO_LARGE],
  ['a GIF of 400 large frames', () => gifOf(4_000, 4_000, 400), TOO_LARGE],
  ['a WebP above the limit', () => A_WIDE_WEBP, TOO_LARGE],
  ['a JPEG above the limit', () => aWideJpeg(20_000, 4_000), TOO_LARGE],
  ['half a PNG', async () => (await aPng(200, 200)).subarray(0, 40_000), BROKEN],
  ['half a JPEG', async () => (await aPicture('jpeg', 300, 300)).subarray(0, 2_000), BROKEN],
  ['half a WebP', async () => (await aPicture('webp', 300, 300)).subarray(0, 2_000), BROKEN],
  ['a GIF that ends in its header', async () => (await aPicture('gif')).subarray(0, 13), BROKEN],
  ['[F-100] a film of a header alone', () => FILM_START, BROKEN],
  ['[F-100] a film that is a page after its first box', () => Buffer.concat([FILM_START, Buffer.from(HTML)]), BROKEN],
  ['[F-100] a film that ends within its second box', () => aFilm().subarray(0, FILM_START.length + 7), BROKEN],
  ['[F-100] a film of boxes without a length', () => Buffer.concat([FILM_START, Buffer.alloc(4_000)]), BROKEN],
  ['[F-100] a WebM of a header alone', () => Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'), BROKEN],
  [
    '[F-100] an Ogg film of one page',
    () => Buffer.concat([Buffer.from('OggS\0\x02', 'latin1'), Buffer.alloc(22), Buffer.from('\x80theora', 'latin1'), Buffer.alloc(40)]),
    BROKEN,
  ],
  ['nothing at all', () => '', NOT_TAKEN],
  ['one byte', () => 'x', NOT_TAKEN],
  ['noise', () => Buffer.from(Array.from({ length: 2_000 }, (_, index) => (index * 197) % 251)), NOT_TAKEN],
]

describe('uploads that are refused', () => {
  it.each(REFUSED)('%s', async (_, make, errno) => {
    const content = await make()
    for (const [name, type] of [
      ['a.png', 'image/png'],
      ['a.mp4', 'video/mp4'],
      ['a', 'text/html'],
    ] as const)
      expect((await upload(Buffer.from(content), name, type)).errno, name).toBe(errno)
    expect(await readdir(server.context.media.incoming)).toEqual([])
  })

  it('take little memory, all at once', async () => {
    const contents = await Promise.all(REFUSED.map(async ([, make]) => Buffer.from(await make())))
    globalThis.gc?.()
    const before = process.memoryUsage().rss
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss)
    }, 10)
    await Promise.all(contents.map((content) => upload(content)))
    clearInterval(watch)
    expect(most - before).toBeLessThan(200_000_000)
  })
})

describe('uploads that are taken', () => {
  it.each([
    ['a picture with a page behind it', async () => Buffer.concat([await aPng(), Buffer.from(HTML)]), 'image/png'],
    [
      'a picture with an archive behind it',
      async () => Buffer.concat([await aPicture('gif'), Buffer.from('PK\x03\x04', 'latin1')]),
      'image/gif',
    ],
    ['a picture whose comment is a script', async () => pngWithText(HTML), 'image/png'],
    ['a sound whose samples are a page', async () => Buffer.concat([aWav(), Buffer.from(HTML)]), 'audio/wav'],
    ['a film with a page behind it', () => Buffer.concat([aFilm(), Buffer.from(HTML)]), 'video/mp4'],
  ])('%s is never more than its type', async (_, make, type) => {
    const { url, key } = stored(await upload(await make(), 'x.html', 'text/html'))
    for (const path of [url, `/ipfs/${key}`]) {
      const { headers } = await server.app.inject({ url: path })
      expect(headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
    }
    expect(url).toMatch(new RegExp(`^/static/upload/[a-z0-9]+\\.${type.split('/')[1]}$`))
  })

  it.each([
    ['zTXt', 'Comment\0\0'],
    ['iTXt', 'Comment\0\x01\0\0\0'],
    ['iCCP', 'Profile\0\0'],
  ])('what a chunk %s unfolds to, 200 MB of it, is not unfolded', async (kind, start) => {
    const bomb = aPngOf(1, 1, [
      [kind, Buffer.concat([Buffer.from(start), deflatedZeros(200_000_000)])],
      ['IDAT', deflateSync(Buffer.alloc(4))],
    ])
    const before = process.memoryUsage().rss
    expect([undefined, BROKEN]).toContain((await upload(bomb)).errno)
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
  })

  it('accepts a large progressive photograph, and makes its smaller copies in a separate process', { tags: 'more' }, async () => {
    const photo = await sharp({ create: { width: 7_000, height: 5_000, channels: 3, background: 'red' } })
      .jpeg({ progressive: true })
      .toBuffer()
    const before = process.memoryUsage().rss
    const { url } = stored(await upload(photo))
    const copy = await server.app.inject({ url: `${url}!200x200` })
    expect([copy.statusCode, copy.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000)
  })

  it.each(['jpeg', 'png', 'webp'] as const)(
    'a huge EXIF is no obstacle to a %s, and is gone from it and its copies, pixels untouched',
    async (format) => {
      const place = 'secret place '.repeat(4_000)
      const photo = await sharp(await aPicture('jpeg', 800, 600))
        .withExif({ IFD0: { ImageDescription: place } })
        .withXmp(`<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${place}</a></x:xmpmeta><?xpacket end="w"?>`)
        .toFormat(format)
        .toBuffer()
      expect((await sharp(photo).metadata()).exif).toBeDefined()
      const { url } = stored(await upload(photo))
      const kept = (await server.app.inject({ url })).rawPayload
      expect(await sharp(kept).metadata()).toMatchObject({ format, width: 800, height: 600 })
      expect((await sharp(kept).metadata()).exif).toBeUndefined()
      expect((await sharp(kept).raw().toBuffer()).equals(await sharp(photo).raw().toBuffer())).toBe(true)
      const copy = (await server.app.inject({ url: `${url}!100x100` })).rawPayload
      for (const bytes of [kept, copy]) expect(bytes.includes('secret place')).toBe(false)
      // No metadata is left to strip, so the same image has one CID.
      expect(stored(await upload(kept)).url).toBe(url)
    },
  )

  it('a photo that was held upright stays upright without the rest of what its camera wrote', async () => {
    const photo = await sharp(await aPicture('jpeg', 800, 600))
      .withMetadata({ orientation: 6, exif: { IFD0: { Make: 'Camera of mine' } } })
      .jpeg()
      .toBuffer()
    const { url } = stored(await upload(photo))
    const kept = (await server.app.inject({ url })).rawPayload
    expect(kept.includes('Camera of mine')).toBe(false)
    expect(await sharp(kept).metadata()).toMatchObject({ orientation: 6, autoOrient: { width: 600, height: 800 } })
  })

  it.each([
    ['../../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\system32\\x.exe', 'x.exe'],
    ['/absolute/name.png', 'name.png'],
    ['photo\u202Egnp.exe', 'photognp.exe'],
    ['a\u200B\u0007b.png', 'ab.png'],
    ['photo.png\0.html', 'photo.png.html'],
    ['CON', 'CON'],
    ['雪 ❄️.png', '雪 ❄️.png'],
    [`${'n'.repeat(5_000)}.png`, `${'n'.repeat(196)}.png`],
  ])('by the name %j are %j, and lie under their own address', async (sent, shown) => {
    const { name, url, key } = stored(await upload(await aPng(), sent))
    expect([name, url]).toEqual([shown, `/static/upload/${key}.png`])
    expect((await stat(mediaPath(server.context.config.mediaDir, key))).isFile()).toBe(true)
  })
})

describe('forms that are made up', () => {
  it('with a file too many, a file of another name, thousands of fields, no end or no boundary', async () => {
    const png = await aPng()
    expect((await send([1, 2].map(() => ({ name: 'file', filename: 'a.png', content: png })))).errno).toBe(402)
    expect((await send([{ name: 'files[]', filename: 'a.png', content: png }])).errno).toBe(402)
    expect((await send(Array.from({ length: 2_000 }, (_, index) => ({ name: `f${index}`, content: 'x' })))).errno).toBe(402)
    const { body, options } = multipart([{ name: 'file', filename: 'a.png', content: png }], token)
    expect((await server.post('/storage/upload', body.subarray(0, body.length - 10), options)).errno).toBe(402)
    const unbounded = { ...options, headers: { 'content-type': 'multipart/form-data' } }
    expect((await server.post('/storage/upload', body, unbounded)).errno).toBe(402)
    expect(await readdir(server.context.media.incoming)).toEqual([])
  })

  it('a connection that breaks in the middle leaves nothing behind, and the server goes on', async () => {
    const url = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }))
    const { body, options } = multipart([{ name: 'file', filename: 'a.png', content: Buffer.alloc(5_000_000) }], token)
    const head = `POST /api/storage/upload HTTP/1.1\r\nhost: x\r\nfinger-nft-token: ${token}\r\ncontent-type: ${options.headers?.['content-type']}\r\ncontent-length: ${body.length}\r\n\r\n`
    for (const part of [body.length / 2, 1_000, 0]) {
      const socket = connect(Number(url.port), url.hostname)
      socket.on('error', () => undefined)
      socket.write(head)
      socket.write(body.subarray(0, part))
      await sleep(150)
      socket.destroy()
    }
    await vi.waitFor(async () => expect(await readdir(server.context.media.incoming)).toEqual([]), 20_000)
    expect((await upload(await aPng())).errno).toBeUndefined()
  })

  it('a trickling upload delays no other', async () => {
    const { port, hostname } = new URL(`http://127.0.0.1:${(server.app.server.address() as { port: number }).port}`)
    const { body, options } = multipart([{ name: 'file', filename: 'a.png', content: Buffer.alloc(1_000_000) }], token)
    const slow = Array.from({ length: 50 }, () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => undefined)
      socket.write(
        `POST /api/storage/upload HTTP/1.1\r\nhost: x\r\nfinger-nft-token: ${token}\r\ncontent-type: ${options.headers?.['content-type']}\r\ncontent-length: ${body.length}\r\n\r\n`,
      )
      socket.write(body.subarray(0, 500))
      return socket
    })
    const began = Date.now()
    expect((await upload(await aPng())).errno).toBeUndefined()
    expect(Date.now() - began).toBeLessThan(5_000)
    for (const socket of slow) socket.destroy()
    await vi.waitFor(async () => expect(await readdir(server.context.media.incoming)).toEqual([]), 20_000)
  })
})

/** Frames that differ, so that none is merged. */
function animatedWebP(frames: number): Promise<Buffer> {
  const raw = { width: 4, height: 4 * frames, channels: 3, pageHeight: 4 } as const
  return sharp(Buffer.from(Array.from({ length: 48 * frames }, (_, index) => (index * 7) % 251)), { raw })
    .webp({ effort: 0, loop: 0 })
    .toBuffer()
}

async function pngWithText(text: string): Promise<Buffer> {
  const pixels = Buffer.concat([Buffer.from([0]), Buffer.from([255, 0, 0])])
  return aPngOf(1, 1, [
    ['tEXt', Buffer.from(`Comment\0${text}`, 'latin1')],
    ['IDAT', deflateSync(pixels)],
  ])
}
