/** @module-tag more */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { aPngOf } from '../../test/content/files.ts'
import { deflatedZeros } from '../../test/content/wide-pictures.ts'
import { isDrawing, rasterise } from './drawings.ts'

const NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const svg = (inside: string, attributes = 'width="100" height="100"') => `<svg ${NS} ${attributes}>${inside}</svg>`
const draw = (text: string) => rasterise(Buffer.from(text))

/** Red, green and blue in the middle of an image. */
async function middleOf(png: Buffer): Promise<number[]> {
  const { data, info } = await sharp(png).flatten({ background: 'white' }).raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  return [...data.subarray(at, at + 3)]
}

describe('drawings', () => {
  it('become pixels, large enough whatever their unit', async () => {
    const png = await draw(svg('<rect width="24" height="12" fill="#f00"/>', 'viewBox="0 0 24 12"'))
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1_200, height: 600 })
    expect(await middleOf(png)).toEqual([255, 0, 0])
  })

  it('lose what acts: scripts, handlers, pages within', async () => {
    const acts =
      '<script>while(true);</script><foreignObject><body onload="alert(1)"/></foreignObject><rect width="100" height="100" fill="#00f"/>'
    const png = await draw(svg(acts, 'width="100" height="100" onload="alert(1)"'))
    expect(await middleOf(png)).toEqual([0, 0, 255])
    expect(/script|alert|svg/i.test(png.toString('latin1'))).toBe(false)
  })

  it('read nothing from the network or the disk', async () => {
    const hits: string[] = []
    const server = createServer((request, response) => {
      hits.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const folder = mkdtempSync(join(tmpdir(), 'plinth-drawing-'))
    try {
      const red = join(folder, 'red.png')
      writeFileSync(
        red,
        await sharp({ create: { width: 50, height: 50, channels: 3, background: '#f00' } })
          .png()
          .toBuffer(),
      )
      const web = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const image = (href: string) => `<image xlink:href="${href}" href="${href}" width="100" height="100"/>`
      const inside = [
        ...[`${web}/a.png`, `${web}/b.svg`, pathToFileURL(red).href, red, 'red.png', '../../../../etc/passwd'].map(image),
        `<style>@import url("${web}/c.css"); rect { fill: url("${web}/d.svg#p") }</style>`,
        `<use xlink:href="${web}/e.svg#x"/><use xlink:href="${pathToFileURL(red).href}#x"/>`,
      ]
      const sheet = `<?xml-stylesheet href="${web}/f.css"?>${svg(inside.join(''))}`
      expect(await middleOf(await draw(sheet))).toEqual([255, 255, 255])
      expect(hits).toEqual([])
      // Control: the same image is drawn when it is inlined in the text itself.
      const own = `data:image/png;base64,${Buffer.from(await sharp(red).toBuffer()).toString('base64')}`
      expect(await middleOf(await draw(svg(image(own))))).toEqual([255, 0, 0])
    } finally {
      server.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  const entities = (body: string, inside: string) => `<?xml version="1.0"?><!DOCTYPE svg [${body}]>${svg(`<text y="20">${inside}</text>`)}`
  const LAUGHS = [...'bcdefghij'].map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghij'[index]};`.repeat(10)}">`).join('')
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
  const BOMBS: [string, () => string][] = [
    ['entities that unfold to a billion', () => entities(`<!ENTITY a "aaaaaaaaaa">${LAUGHS}`, '&j;')],
    ['an entity that is a file', () => entities('<!ENTITY x SYSTEM "file:///etc/passwd">', '&x;')],
    ['an entity of the network', () => entities('<!ENTITY % x SYSTEM "http://127.0.0.1:1/x.dtd"> %x;', 'a')],
    ['an entity within itself', () => entities('<!ENTITY x "&x;">', '&x;')],
    [
      'references that double at each turn',
      () => {
        const groups = numbers(20).map((index) => `<g id="g${index + 1}">${`<use xlink:href="#g${index}"/>`.repeat(10)}</g>`)
        return svg(`<defs><g id="g0"><rect width="1" height="1"/></g>${groups.join('')}</defs><use xlink:href="#g20"/>`)
      },
    ],
    [
      'filters that take minutes',
      () => {
        const filter = '<feTurbulence baseFrequency="0.9" numOctaves="2000"/><feGaussianBlur stdDeviation="500"/>'.repeat(50)
        const box = 'width="4000" height="4000"'
        return svg(`<filter id="f" x="0" y="0" width="1" height="1">${filter}</filter><rect ${box} filter="url(#f)"/>`, box)
      },
    ],
    ['a thousand million on each side', () => svg('<rect width="100%" height="100%"/>', 'width="1000000000" height="1000000000"')],
    ['a thread a hundred thousand long', () => svg('<rect width="100%" height="100%"/>', 'width="1" height="100000"')],
    ['nothing on each side', () => svg('', 'width="0" height="0"')],
    ['a hundred thousand levels', () => svg(`${'<g>'.repeat(100_000)}${'</g>'.repeat(100_000)}`)],
    [
      'layers that all stay in memory',
      () => {
        const layers = numbers(400).map((index) => `<feFlood flood-color="#${100 + index}" result="r${index}"/>`)
        const merge = `<feMerge>${numbers(400)
          .map((index) => `<feMergeNode in="r${index}"/>`)
          .join('')}</feMerge>`
        return svg(`<filter id="f">${layers.join('')}${merge}</filter><rect width="100" height="100" filter="url(#f)"/>`)
      },
    ],
    ['three megabytes of text', () => svg(`<!-- ${'x'.repeat(3_000_000)} -->`)],
    ['no end', () => svg('<rect width="10" height="10"/>').slice(0, -6)],
  ]

  it.each(BOMBS)('are refused: %s, in bounded time and memory', { timeout: 30_000 }, async (_, make) => {
    const text = make()
    expect(isDrawing(Buffer.from(text))).toBe(true)
    const before = process.memoryUsage().rss
    await expect(draw(text)).rejects.toMatchObject({ code: 'FILE_BROKEN' })
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  })

  it('may hold a picture that unfolds to 768 MB: it is left out', { timeout: 30_000 }, async () => {
    const bomb = aPngOf(16_000, 16_000, [['IDAT', deflatedZeros(16_000 * 48_001)]])
    const href = `data:image/png;base64,${bomb.toString('base64')}`
    const png = await draw(svg(`<image width="100" height="100" xlink:href="${href}"/>`)).catch(() => undefined)
    expect(png === undefined || (await middleOf(png)).every((value) => value === 255)).toBe(true)
  })

  it('are recognised by their text, never by a name; packed ones are refused', () => {
    for (const text of [
      svg(''),
      `\uFEFF \n<?xml version="1.0"?><!-- a --><!DOCTYPE svg>${svg('')}`,
      '<x:svg xmlns:x="http://www.w3.org/2000/svg"/>',
    ])
      expect(isDrawing(Buffer.from(text)), text).toBe(true)
    for (const other of ['<html></html>', 'svg', '{"image":"<svg>"}', '', gzipSync(svg(''))])
      expect(isDrawing(Buffer.from(other))).toBe(false)
  })
})
