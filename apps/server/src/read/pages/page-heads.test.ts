import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loginText, shortAddress, toAddress } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, PEOPLE, type TestServer } from '../../../test/market/harness.ts'
import { operate } from '../../../test/operator/operate.ts'
import { bytes } from '../../db/database.ts'
import { blank } from '../../state/collections/confirm.ts'

const CHAIN = 31337
const SITE = 'https://market.example'
const COLLECTION = toAddress(`0x${'cd'.repeat(20)}`)
/** One that will be hidden. */
const COPIES = toAddress(`0x${'ce'.repeat(20)}`)
const STRANGER = toAddress(`0x${'ef'.repeat(20)}`)
const ALICE = toAddress(PEOPLE.alice.address)
const CID = `bafkrei${'a'.repeat(52)}`
const ABOUT = 'A market anyone can run and everyone can check.'
const PAGE =
  '<!doctype html><html lang="en" data-theme="light"><head><meta name="description" content="As built." /><title>Plinth</title></head><body></body></html>'
/** In the form that the build writes. */
const FILES = {
  detail: ['assets/detail-1.js', 'assets/detail-1.css', 'assets/shared-1.js'],
  home: ['assets/home-1.js'],
  en: ['assets/shared-1.js', 'assets/en-1.js'],
}

let server: TestServer
const webDir = mkdtempSync(join(tmpdir(), 'plinth-heads-'))

beforeAll(async () => {
  writeFileSync(join(webDir, 'index.html'), PAGE)
  writeFileSync(join(webDir, 'pages.json'), JSON.stringify(FILES))
  const announcements = [{ lang: 'en', title: 'Doors open', content: 'At six.\nBring a friend.', createdAt: 1 }] as const
  server = await openTestServer({ webDir, publicUrl: SITE, site: { name: 'Gallery & Co', announcements } })
  const { api } = await server.signIn(PEOPLE.alice)
  await api.user.setprofile({ nickname: 'Alice Lin', brief: 'Prints.', shortUrl: 'alice-lin' })
  const flags = { is_confirmed: true, created_at: 1, updated_at: 1, owner: bytes(STRANGER), signer: bytes(STRANGER) } as const
  const words = { name: 'Birds', symbol: 'B', description: 'All of them', cover: `/static/upload/${CID}.jpg` }
  const row = { ...blank, chain_id: CHAIN, address: bytes(COLLECTION), standard: 3, ...words, ...flags }
  const hidden = { ...row, address: bytes(COPIES), name: 'Copies' }
  await server.context.db.insertInto('collection').values([row, hidden]).execute()
  await addItem(1n, { name: 'Snow', description: 'Falls\nall day', image: `ipfs://${CID}` })
})
afterAll(async () => {
  await server.close()
  rmSync(webDir, { recursive: true, force: true })
})

/** As in its contract's metadata. */
async function addItem(tokenId: bigint, metadata: object, more: { media_kind?: 'image' | 'video'; width?: number } = {}): Promise<void> {
  const none = { supply: 1n, creator: bytes(STRANGER), name: '', metadata_url: '', media_kind: 'image' } as const
  const flags = { is_declared: false, is_confirmed: true, is_visible: true, is_on_sale: false } as const
  const rest = { width: 0, height: 0, royalties: '[]', declared_royalties: '[]', declared_at: 0, created_at: 1, traded_at: 0 }
  const key = { chain_id: CHAIN, collection: bytes(COLLECTION), token_id: tokenId, standard: 3 }
  await server.context.db
    .insertInto('item')
    .values({ ...key, ...none, ...flags, ...rest, metadata_next_at: null, metadata: JSON.stringify(metadata), ...more })
    .execute()
}

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url, headers: { accept: '*/*', ...headers } })

/** The content of the head, as raw text. */
async function headOf(url: string, headers?: Record<string, string>) {
  const { statusCode, body } = await get(url, { accept: 'text/html', ...headers })
  expect([200, 404], url).toContain(statusCode)
  const one = (pattern: RegExp): string | undefined => {
    const found = [...body.matchAll(pattern)].map((match) => match[1])
    expect(found.length, `${pattern} in ${url}`).toBeLessThan(2)
    return found[0]
  }
  const meta = (name: string) => one(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`, 'g'))
  return {
    lang: one(/<html lang="([^"]*)"/g),
    title: one(/<title>([^<]*)<\/title>/g),
    canonical: one(/<link rel="canonical" href="([^"]*)" \/>/g),
    description: meta('description'),
    card: meta('twitter:card'),
    site: meta('og:site_name'),
    ogTitle: meta('og:title'),
    ogDescription: meta('og:description'),
    url: meta('og:url'),
    image: meta('og:image'),
    early: one(/<link rel="preload" as="image" fetchpriority="high" href="([^"]*)" \/>/g),
    type: meta('og:type'),
  }
}

const detail = (tokenId: bigint | string, query = `?chain=${CHAIN}`) => `/detail/${COLLECTION}:${tokenId}${query}`
const titleOf = async (url: string, headers?: Record<string, string>) => (await headOf(url, headers)).title
const plain = {
  title: 'Gallery &amp; Co',
  description: ABOUT,
  image: `${SITE}/share.png`,
  early: undefined,
  card: 'summary',
  type: 'website',
}

describe('what a page says before it runs', () => {
  it('is of the work, at the address of the site, with a picture kept here', async () => {
    const found = { title: 'Snow · Gallery &amp; Co', description: 'Falls all day', canonical: `${SITE}${detail(1n)}` }
    const image = { image: `${SITE}/ipfs/${CID}!1200x1200`, early: `/ipfs/${CID}`, card: 'summary_large_image' }
    const same = { ogTitle: found.title, ogDescription: found.description, url: found.canonical }
    expect(await headOf(detail(1n))).toEqual({ ...found, ...image, ...same, lang: 'en', site: 'Gallery &amp; Co', type: 'website' })
    // For every spelling of the URL.
    expect((await headOf(`/Detail/${COLLECTION.toUpperCase().replace('0X', '0x')}%3A1/?utm=1`)).canonical).toBe(found.canonical)
  })

  it('names the site as the operator does while it runs, as what people sign does', async () => {
    const say = (name: string, value: string) =>
      operate(server.context, 'site', 'set', '--name', name, '--value', value, '--why', 'another house')
    const back = (name: string) => operate(server.context, 'site', 'reset', '--name', name, '--why', 'the old house')
    await say('name', 'Harbour House')
    await say('reportTextZh', '请说明问题。')
    expect([await titleOf(detail(1n)), (await headOf('/')).site]).toEqual(['Snow · Harbour House', 'Harbour House'])
    const openApi = async (url: string) => (await server.app.inject({ url })).body
    expect(JSON.parse(await openApi('/openapi.json')).info.title).toBe('Harbour House API')
    expect(await openApi('/openapi')).toContain('<h1>Harbour House API</h1>')
    const { site, loginMessage } = await server.api().config.fetch({})
    expect(site).toMatchObject({ name: 'Harbour House', report: { title: { en: '', zh: '' }, text: { en: '', zh: '请说明问题。' } } })
    expect(loginMessage).toBe('Sign in to Harbour House at market.example. This costs nothing and sends no transaction.')
    server.clock.advance(1)
    const timestamp = server.clock.now()
    const signature = await PEOPLE.alice.signMessage({ message: loginText(loginMessage, timestamp) })
    expect(await server.api().user.login({ address: ALICE, signature, timestamp })).toMatchObject({ token: expect.stringMatching(/./) })
    await expect(say('name', ' ')).rejects.toThrow('The site needs a name.')
    await expect(say('name', 'x'.repeat(51))).rejects.toThrow('name must have 50 characters at most.')
    for (const name of ['name', 'reportTextZh']) await back(name)
    expect(await titleOf(detail(1n))).toBe('Snow · Gallery &amp; Co')
    expect(await openApi('/openapi')).toContain('<h1>Gallery &amp; Co API</h1>')
  })

  it('is of each kind of page', async () => {
    expect(await headOf('/')).toMatchObject({ ...plain, canonical: `${SITE}/` })
    expect(await headOf(`/collection/${COLLECTION}`)).toMatchObject({
      title: 'Birds · Gallery &amp; Co',
      description: 'All of them',
      image: `${SITE}/static/upload/${CID}.jpg!1200x1200`,
      // Out of focus behind its head; its own banner instead, where it has one.
      early: `/static/upload/${CID}.jpg!300x300`,
      canonical: `${SITE}/collection/${COLLECTION}?chain=${CHAIN}`,
    })
    await server.context.db
      .updateTable('collection')
      .set({ banner_url: `/static/upload/${CID}.png` })
      .execute()
    expect((await headOf(`/collection/${COLLECTION}`)).early).toBe(`/static/upload/${CID}.png`)
    const person = { title: 'Alice Lin · Gallery &amp; Co', description: 'Prints.', type: 'profile', canonical: `${SITE}/account/${ALICE}` }
    expect(await headOf(`/account/${ALICE}`)).toMatchObject(person)
    expect(await headOf('/account/Alice-Lin')).toMatchObject(person)
    expect(await titleOf(`/account/${STRANGER}`)).toBe(`${shortAddress(STRANGER)} · Gallery &amp; Co`)
    const linkTo = (tittle: string) => `/noticeDetail?announce=${encodeURIComponent(JSON.stringify({ lang: 'en', tittle }))}`
    expect(await headOf(linkTo('Doors open'))).toMatchObject({
      title: 'Doors open · Gallery &amp; Co',
      description: 'At six. Bring a friend.',
      type: 'article',
    })
    expect(await titleOf(linkTo('Send coins'))).toBe('Not an announcement of ours · Gallery &amp; Co')
    const [category] = await server.api().category.list({})
    expect(await titleOf(`/salelist/${category?.id}`)).toBe('Eastern · Gallery &amp; Co')
    expect(await titleOf('/search?keyword=%20moon%20')).toBe('moon · Gallery &amp; Co')
    expect(await titleOf('/search')).toBe('Search · Gallery &amp; Co')
    expect(await titleOf('/blindbox')).toBe('Blind boxes · Gallery &amp; Co')
    expect(await titleOf('/operator/reports')).toBe('Console · Gallery &amp; Co')
    expect(await titleOf('/404')).toBe('Nothing stands here')
  })

  it('is sent to robots that name no type, and files are still files', async () => {
    expect((await get(detail(1n))).body).toContain('<title>Snow · Gallery &amp; Co</title>')
    expect((await get('/somewhere')).statusCode).toBe(404)
    expect((await get('/robots.txt')).statusCode).toBe(404)
  })

  it('is Chinese for who reads that first, and says so to those who keep it', async () => {
    const chinese = { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' }
    expect(await headOf('/auctions', chinese)).toMatchObject({
      lang: 'zh',
      title: '拍卖 · Gallery &amp; Co',
      description: '人人可开办，人人可查验。',
    })
    await addItem(5n, { name: '\u200b \u202e' })
    expect(await titleOf(detail(5n), chinese)).toBe('无题 #5 · Gallery &amp; Co')
    expect(await titleOf(detail(5n))).toBe('Untitled #5 · Gallery &amp; Co')
    const { headers } = await get('/auctions', { ...chinese, 'accept-encoding': 'identity' })
    expect(headers).toMatchObject({ vary: expect.stringContaining('accept-language'), 'cache-control': 'no-cache' })
  })

  it('names what the page is made of, and its texts where they will be English', async () => {
    const filesOf = async (url: string, language = 'en') => {
      const { body } = await get(url, { accept: 'text/html', 'accept-language': language })
      return [...body.matchAll(/<link rel="(modulepreload|preload" as="style)" crossorigin href="\/assets\/([^"]+)">/g)].map(
        (match) => match[2],
      )
    }
    const page = ['detail-1.js', 'detail-1.css', 'shared-1.js']
    expect(await filesOf(detail(1n))).toEqual([...page, 'en-1.js'])
    expect(await filesOf(detail(1n), 'zh')).toEqual(page)
    expect(await filesOf('/')).toEqual(['home-1.js'])
    // A path that the build does not know, and one that a wallet opens.
    expect(await filesOf('/auctions')).toEqual(['shared-1.js', 'en-1.js'])
    expect(await filesOf('/create')).toEqual([])
  })

  it('hangs a picture on the wall before any script runs, where the page will have just that', async () => {
    const sightOf = async (tokenId: bigint) =>
      /<body>\s*<div id="first-sight"[^>]*>[\s\S]*<img src="([^"]*)" alt="" \/>/.exec((await get(detail(tokenId))).body)?.[1]
    const image = `ipfs://${CID}`
    await addItem(20n, { image }, { width: 900 })
    await addItem(21n, { image, animation_url: image }, { width: 900, media_kind: 'video' })
    await addItem(22n, { image }, { width: 64 })
    await addItem(23n, { image: 'https://evil.example/a.png' }, { width: 900 })
    expect([await sightOf(20n), await sightOf(21n), await sightOf(22n), await sightOf(23n), await sightOf(99n)]).toEqual([
      `/ipfs/${CID}`,
      ...Array(4).fill(undefined),
    ])
    expect((await get(detail(20n))).body).toContain('class="under-strip"')
  })

  it('is sent once: a client that has it gets 304 until it changes', async () => {
    await addItem(6n, { name: 'Ice' })
    const { headers } = await get(detail(6n))
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    const etag = String(headers.etag)
    const again = await get(detail(6n), { 'if-none-match': etag })
    expect([again.statusCode, again.body, again.headers.vary]).toEqual([304, '', 'accept, accept-language'])
    expect((await get(detail(6n), { 'if-none-match': etag, 'accept-language': 'zh' })).statusCode).toBe(200)
    await server.context.db.updateTable('item').set({ metadata: '{"name":"Water"}' }).where('token_id', '=', 6n).execute()
    expect((await get(detail(6n), { 'if-none-match': etag })).statusCode).toBe(200)
    const head = await server.app.inject({ method: 'HEAD', url: detail(6n), headers: { accept: 'text/html' } })
    expect([head.statusCode, head.body]).toEqual([200, ''])
  })
})

describe('texts of untrusted users', () => {
  it('stays text, in one line, of a bearable length, and its picture is not asked of them', async () => {
    await addItem(2n, {
      name: '"><script>alert(1)</script>\u202e$&\n',
      description: '"><img src=x onerror=alert(1)>',
      image: 'https://evil.example/a.png',
    })
    const { body } = await get(detail(2n))
    expect(body).toContain('<title>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp; · Gallery &amp; Co</title>')
    expect(body).not.toMatch(/<script|<img|evil|\u202e/)
    expect(await headOf(detail(2n))).toMatchObject({ image: plain.image, card: 'summary' })

    await addItem(3n, { name: '雪'.repeat(10_000), description: '\ud83d'.repeat(3) + 'long '.repeat(10_000) })
    const long = await headOf(detail(3n))
    expect(long.title).toBe(`${'雪'.repeat(99)}… · Gallery &amp; Co`)
    expect([...(long.description ?? '')].length).toBeLessThanOrEqual(200)
    expect((await headOf(`/search?keyword=${encodeURIComponent('"><script>')}`)).title).toBe('&quot;&gt;&lt;script&gt; · Gallery &amp; Co')
    expect((await get(`/"><script>alert(1)</script>`, { accept: 'text/html' })).body).not.toContain('<script')
  })

  it('goes with what is hidden: the page is then as for what is not there', async () => {
    await addItem(4n, { name: 'Secret', image: `ipfs://${CID}` })
    expect(await titleOf(detail(4n))).toContain('Secret')
    await operate(server.context, 'items', 'hide', '--chain', String(CHAIN), '--collection', COLLECTION, '--token', '4', '--why', 'stolen')
    expect(await headOf(detail(4n))).toMatchObject(plain)
    for (const url of [
      detail(77n),
      detail('x'),
      '/detail/%25ff',
      detail(9n, '?chain=99'),
      '/collection/0x12',
      '/blindbox/detail/7',
      '/account/nobody',
    ])
      expect(await headOf(url), url).toMatchObject(plain)
    expect(await titleOf(`/collection/${COPIES}`)).toContain('Copies')
    await operate(server.context, 'collections', 'hide', '--chain', String(CHAIN), '--collection', COPIES, '--why', 'stolen')
    expect(await headOf(`/collection/${COPIES}`)).toMatchObject(plain)
  })
})

describe('a page whose title can’t be read', () => {
  it('comes without it, and soon', async () => {
    const { db } = server.context
    await db.schema.alterTable('item').renameTo('gone').execute()
    expect(await headOf(detail(1n))).toMatchObject(plain)
    expect(server.logged.some((line) => line.includes('page without its title'))).toBe(true)
    await db.schema.alterTable('gone').renameTo('item').execute()

    // A transaction locks the table for longer than the time limit of a title.
    let free = () => {}
    const held = Promise.withResolvers<void>()
    const holding = db.transaction().execute(async (tx) => {
      await tx.schema
        .alterTable('item')
        .alterColumn('width', (column) => column.setDefault(0))
        .execute()
      held.resolve()
      await new Promise<void>((done) => {
        free = done
      })
    })
    await held.promise
    expect(await headOf(detail(1n))).toMatchObject(plain)
    free()
    await holding
    expect(await titleOf(detail(1n))).toContain('Snow')
  })

  it('comes without it for who asks for too many', async () => {
    const few = await openTestServer({ webDir, limits: { requestsPerIp: 2 } })
    try {
      const asked: boolean[] = []
      for (let at = 0; at < 5; at++) asked.push((await few.app.inject({ url: '/auctions' })).body.includes('<title>Auctions'))
      expect([asked[0], asked.at(-1)]).toEqual([true, false])
    } finally {
      await few.close()
    }
  })
})
