import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ForeignItems } from '../../../test/chain/foreign-items.ts'

let foreign: ForeignItems
beforeAll(async () => {
  foreign = await ForeignItems.open()
})
afterEach(() => foreign.clear())
afterAll(() => foreign.close())

describe('hostile texts', () => {
  it('[READ-05] leave a picture in its column as far as SQL can hold it', async () => {
    const imageOf = async (image: string) => {
      foreign.answerWith({ name: 'Heron', image })
      const { row } = await foreign.read(`${foreign.site}/${image.length}.json`)
      await foreign.server.context.db.deleteFrom('item').execute()
      return [row.name, row.image]
    }
    expect(await imageOf('https://a.example/1.png')).toEqual(['Heron', 'https://a.example/1.png'])
    expect(await imageOf('https://a.example/\u0000.png')).toEqual(['Heron', ''])
    expect(await imageOf(`https://a.example/${'p'.repeat(2_048)}`)).toEqual(['Heron', ''])
  })

  it.each([
    ['no JSON', 'hello'],
    ['a list', '[1]'],
    ['null', 'null'],
    ['nested too deeply', `{"name":"x","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['too many values', `{"name":"x","a":[${'0,'.repeat(30_000)}0]}`],
    ['cut off', '{"name":"x'],
    ['nothing', ''],
  ])('are refused for good: %s', async (_, body) => {
    foreign.answerWith(body)
    const { row } = await foreign.read(`${foreign.site}/x.json`)
    expect(row).toMatchObject({ metadata: '', name: '', metadata_next_at: null })
  })

  it('are refused where they are pages, and where they are too large', async () => {
    foreign.answerWith('{"name":"x"}', 'text/html')
    expect((await foreign.read(`${foreign.site}/x`)).row).toMatchObject({ metadata: '', metadata_next_at: null })
    await foreign.server.context.db.deleteFrom('item').execute()
    foreign.answerWith({ name: 'x', filler: 'y'.repeat(2_000_000) })
    expect((await foreign.read(`${foreign.site}/x`)).row).toMatchObject({ metadata: '', metadata_tries: 1 })
  })

  it('are kept in bounds, readable, and without what acts or hides', async () => {
    foreign.answerWith({
      name: `\u202Egnp.\u0000Heron\u200B\n\uFEFF ${'z\u0301\u0301\u0301\u0301\u0301\u0301\u0301'}${'n'.repeat(5_000)}`,
      description: `line one\nline two\u0007${'d'.repeat(50_000)}`,
      image: 'javascript:alert(1)',
      animation_url: `http://x.example/${'a'.repeat(5_000)}`,
      external_url: 'data:text/html,<script>',
      attributes: Array.from({ length: 500 }, (_, index) => ({ trait_type: `k${index}`, value: 'v'.repeat(1_000) })),
      __proto__: { polluted: true },
      filler: { secret: 'y'.repeat(10_000) },
    })
    const { row, read } = await foreign.read(`${foreign.site}/x`)
    expect(row.name).toHaveLength(200)
    expect(row.name.startsWith('gnp. Heron z\u0301\u0301\u0301\u0301n')).toBe(true)
    expect(read.description.startsWith('line one\nline two')).toBe(true)
    expect(read.description).toHaveLength(10_000)
    expect(read).toMatchObject({ image: '', animationUrl: '' })
    expect(read.attributes).toHaveLength(100)
    expect(JSON.parse(row.metadata)).toMatchObject({ external_url: '' })
    expect(row.metadata).not.toContain('secret')
    expect(row.metadata.length).toBeLessThan(90_000)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('keep emoji, joined scripts and Han as they are', async () => {
    const name = '👩‍🎨 雪の桜 می‌خواهم é'
    foreign.answerWith({ name })
    expect((await foreign.read(`${foreign.site}/x`)).row.name).toBe(name)
  })

  it('that the node makes up: a megabyte, NUL, half a character', async () => {
    for (const uri of [`https://x.example/${'a'.repeat(1_000_000)}`, 'ipfs://\u0000', `${foreign.site}/\uD800`, 'x'.repeat(1_000_000)]) {
      const { row } = await foreign.read(uri)
      expect(row.metadata).toBe('')
      expect(row.metadata_url.length).toBeLessThanOrEqual(2_000)
      await foreign.server.context.db.deleteFrom('item').execute()
    }
  })

  it('reach nothing inside, whatever the URI', async () => {
    for (const uri of [
      'http://127.0.0.2/x',
      'http://[::1]/x',
      'http://2130706434/',
      'file:///etc/passwd',
      'http://169.254.169.254/',
      'ftp://a/b',
    ]) {
      const { row } = await foreign.read(uri)
      expect(row, uri).toMatchObject({ metadata: '', metadata_next_at: null })
      await foreign.server.context.db.deleteFrom('item').execute()
    }
    expect(foreign.hits).toEqual([])
  })
})
