import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ItemId, TestMarket } from '../../test/market/market.ts'
import { operate } from '../../test/operator/operate.ts'

const SITE = 'https://market.example'
const HOSTILE = `"><script>alert(1)</script> & $& '`

let market: TestMarket
let item: ItemId
let hostile: ItemId
beforeAll(async () => {
  market = await TestMarket.open({ publicUrl: SITE, site: { name: 'Gallery & Co' } })
  const { api } = await market.session('alice')
  await api.user.setprofile({ nickname: 'Alice Lin', brief: '' })
  const collection = await market.collection('alice')
  item = await market.mint('alice', { collection, name: 'Snow & ice' })
  hostile = await market.mint('alice', { collection, name: HOSTILE })
  await market.sync()
  await market.approve('alice', collection)
  await market.sync()
  await market.list('alice', item, parseEther('0.42'))
})
afterAll(() => market.close())

const idsOf = ({ collection, tokenId }: ItemId) => `${collection}:${tokenId}`
const get = (url: string, headers: Record<string, string> = {}) => market.server.app.inject({ method: 'GET', url, headers })
const card = (of: ItemId, query = '') => get(`/embed/${idsOf(of)}?chain=${market.chainId}${query}`)
const oembed = (fields: Record<string, string>) => get(`/oembed?${new URLSearchParams(fields)}`)
const pageOf = (of: ItemId) => `${SITE}/detail/${idsOf(of)}?chain=${market.chainId}`

describe('the card for other sites', () => {
  it('[ITEMP-06] shows name, maker, collection, picture and what it costs now, in both languages and themes', async () => {
    const { body, statusCode } = await card(item)
    expect(statusCode).toBe(200)
    expect(body).toContain('<html lang="en">')
    for (const part of ['Snow &amp; ice', 'by Alice Lin', 'Harbour', '<span>Price</span>0.42 ETH', 'See it at Gallery &amp; Co'])
      expect(body).toContain(part)
    const [, src = ''] = /<img src="([^"]*)"/.exec(body) ?? []
    expect((await get(src)).headers['content-type']).toMatch(/^image\//)
    expect(body).toContain(`href="${SITE}/detail/${idsOf(item)}?chain=${market.chainId}" target="_blank"`)
    const zh = (await card(item, '&lang=zh&theme=dark')).body
    expect(zh).toContain('<html lang="zh" data-theme="dark">')
    expect(zh).toContain('<span>价格</span>0.42 ETH')
    expect((await card(hostile)).body).toContain('<span>Not on sale</span>')
  })

  it('[ITEMP-06] follows the price', async () => {
    const moving = await market.mint('alice', { collection: item.collection })
    await market.sync()
    const { order } = await market.list('alice', moving, parseEther('2'))
    expect((await card(moving)).body).toContain('2 ETH')
    await market.list('alice', moving, parseEther('1.5'), { salt: order.salt, edit: true })
    expect((await card(moving)).body).toContain('1.5 ETH')
    expect((await card(moving)).headers).toMatchObject({ refresh: '30', 'cache-control': 'public, max-age=30' })
  })

  it('[ITEMP-06] is the one page that another site may frame, and runs nothing', async () => {
    const { headers, body } = await card(item)
    expect(headers['x-frame-options']).toBeUndefined()
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split(';')
        .map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
    )
    expect(policy).toEqual({
      'default-src': "'none'",
      'style-src': expect.stringMatching(/^'sha256-[\w+/=]+'$/),
      'img-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': '*',
    })
    expect(body).not.toMatch(/<(script|form|iframe|button|input)\b|\son\w+=|javascript:/i)
    expect(headers['set-cookie']).toBeUndefined()
    for (const other of ['/oembed', '/openapi', '/healthz', `/embed`, `/detail/${idsOf(item)}`]) {
      const framed = await get(other)
      expect([other, framed.headers['x-frame-options']]).toEqual([other, 'DENY'])
      expect(framed.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
  })

  it('[ITEMP-06] shows a hostile name as text', async () => {
    const { body } = await card(hostile)
    expect(body).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; $&amp; &#39;')
    expect(body).not.toContain('<script')
    const { html, title } = (await oembed({ url: pageOf(hostile) })).json()
    expect(title).toBe(HOSTILE.trim())
    expect(html).not.toContain('<script')
    expect(html.match(/</g)).toHaveLength(2)
  })

  it('[ITEMP-06] says of what is not here that it is not, and of a hidden work, too', async () => {
    for (const ids of ['nonsense', `${item.collection}:999`, `${item.collection}:1:2`]) {
      const { statusCode, body } = await get(`/embed/${ids}?chain=${market.chainId}`)
      expect([statusCode, body.includes('This work is not here')]).toEqual([404, true])
    }
    const hidden = await market.mint('alice', { collection: item.collection })
    await market.sync()
    expect((await card(hidden)).statusCode).toBe(200)
    const named = ['--chain', String(market.chainId), '--collection', hidden.collection, '--token', String(hidden.tokenId)]
    await operate(market.server.context, 'items', 'hide', ...named, '--why', 'stolen')
    expect((await card(hidden)).statusCode).toBe(404)
    expect((await oembed({ url: pageOf(hidden) })).statusCode).toBe(404)
  })
})

describe('oEmbed', () => {
  it('[ITEMP-06] describes the card of a work, as wide and high as asked', async () => {
    const found = await oembed({ url: pageOf(item), maxwidth: '300', maxheight: '9999' })
    expect(found.headers['content-type']).toContain('application/json')
    const { width, height } = await market.detail(item)
    const { html, ...fields } = found.json()
    expect(fields).toMatchObject({
      version: '1.0',
      type: 'rich',
      title: 'Snow & ice',
      author_name: 'Alice Lin',
      author_url: `${SITE}/account/${market.address('alice')}`,
      provider_name: 'Gallery & Co',
      provider_url: SITE,
      width: 300,
      height: 560,
      thumbnail_width: width,
      thumbnail_height: height,
    })
    expect(fields.thumbnail_url).toMatch(new RegExp(`^${SITE}/(ipfs|static)/`))
    const [, src = ''] = /^<iframe src="([^"]*)"/.exec(html) ?? []
    expect(src.startsWith(`${SITE}/embed/`)).toBe(true)
    expect((await get(src.slice(SITE.length).replaceAll('&amp;', '&'))).body).toContain('0.42 ETH')
  })

  it('[ITEMP-06] refuses other sites, other pages and other formats', async () => {
    const statusOf = async (fields: Record<string, string>) => (await oembed(fields)).statusCode
    expect(await statusOf({})).toBe(404)
    expect(await statusOf({ url: 'https://elsewhere.example/detail/1' })).toBe(404)
    expect(await statusOf({ url: `https://elsewhere.example/detail/${idsOf(item)}` })).toBe(404)
    expect(await statusOf({ url: `${SITE}/collection/${item.collection}` })).toBe(404)
    expect(await statusOf({ url: pageOf(item), format: 'xml' })).toBe(501)
    expect(await statusOf({ url: pageOf(item), format: 'json' })).toBe(200)
  })
})
