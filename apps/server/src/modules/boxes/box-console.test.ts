import { ERRORS } from '@plinth/api'
import { ASSET_TYPE, coin, toAddress } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { detailOf, drawAll, historyOf, openBoxes, openBoxMarket } from '../../../test/acts/boxes.ts'
import { mintEdition } from '../../../test/chain/editions.ts'
import type { Session } from '../../../test/market/harness.ts'
import type { TestMarket } from '../../../test/market/market.ts'
import { operate, rowsOf } from '../../../test/operator/operate.ts'
import { addKinds, createBox, getBox } from './operate.ts'

/** Series of boxes that an operator creates in the console, over HTTP as the browser does. */
let market: TestMarket
let operator: Session
let picture: string
beforeAll(async () => {
  market = await openBoxMarket()
  operator = await market.session('carol')
  picture = (await market.upload('carol')).url
  await operate(market.server.context, 'roles', 'grant', '--wallet', operator.address, '--role', 'operator', '--why', 'makes boxes')
})
afterAll(() => market?.close())

const LONG = { timeout: 90_000 }
const { OPERATOR_REFUSED, ROLE_MISSING } = ERRORS

async function act(name: string, values: Record<string, string>, { who = operator, language = 'en' } = {}) {
  const headers = { 'accept-language': language }
  const asked = { group: 'box', act: name, values: JSON.stringify(values), why: 'the spring show' }
  return market.server.post('/operator/act', asked, { token: who.token, headers })
}

const series = (changes: object = {}) => ({
  chainId: 31337,
  name: 'Evening',
  image: picture,
  price: '0.1',
  prizesPerBox: 1,
  repeats: true,
  starts: '2020-01-01T00:00:00Z',
  ends: '2100-01-01T00:00:00Z',
  prizes: [
    { name: 'Koi', image: picture, amount: 3 },
    { name: 'Moon', image: picture, amount: 1 },
  ],
  ...changes,
})
const create = (changes: object = {}, language = 'en') => act('create', { series: JSON.stringify(series(changes)) }, { language })
const count = async () => (await rowsOf(market.server.context, 'box', 'show')).length

describe('a chain too fast for draws', () => {
  it('[F-88] keeps its series from being registered', async () => {
    const made = (await create()).data as { said: string }
    const id = /^Box (\d+),/.exec(made.said)?.[1] ?? ''
    const { config } = market.server.context.chains.get(market.chainId)
    Object.assign(config, { hasNoBoxes: true })
    onTestFinished(() => void Object.assign(config, { hasNoBoxes: false }))
    const refused = await act('fill', { box: id, requests: '4' })
    expect([refused.errno, refused.errmsg]).toEqual([
      OPERATOR_REFUSED.errno,
      'No boxes are sold on chain 31337: its blocks are too fast for their draws.',
    ])
    expect(await getBox(market.server.context, Number(id))).toMatchObject({ isRegistered: false })
  })
})

describe('a series from the console', () => {
  it('is stored, filled and bonded by the services of the command line, and drawn for its buyer', LONG, async () => {
    const made = (await create()).data as { said: string }
    const id = /^Box (\d+), Evening, is stored: 4 boxes/.exec(made.said)?.[1] ?? ''
    await act('fill', { box: id, requests: '4' })
    await act('deposit', { box: id, amount: '0.4' })
    await market.sync()
    const box = await getBox(market.server.context, Number(id))
    expect(await detailOf(market, box)).toMatchObject({ name: 'Evening', image: picture, requestsLeft: 4 })
    await openBoxes(market, 'bob', box)
    await drawAll(market)
    expect((await historyOf(market, box))[0]?.nfts[0]?.name).toMatch(/^(Koi|Moon)$/)
    const acts = await rowsOf(market.server.context, 'acts', 'list', '--subject', `box ${id}`)
    expect(acts.map(({ what, who, why }) => [what, who, why])).toEqual(
      ['box deposit', 'box fill', 'box create'].map((what) => [what, operator.address, 'the spring show']),
    )
  })

  it('is refused beside the field that is wrong, in the reader’s language, and nothing is stored of it', LONG, async () => {
    const token = `0x${'5e'.repeat(20)}`
    const item = { collection: token, tokenId: '1', amount: 1 }
    const before = await count()
    const cases: readonly [object, string, string, string][] = [
      [{ price: '0' }, 'price', 'The price must be above 0, with at most 18', '价格须大于 0'],
      [{ image: '/static/upload/bafkreigh2akiscaildc.png' }, 'image', 'is no picture of this site', '不是本站的图片'],
      [{ prizes: [{ name: 'Koi', image: '/etc/passwd', amount: 1 }] }, 'prizes.0.image', 'is no picture of this site', '不是本站的图片'],
      [{ prizesPerBox: 3 }, 'prizesPerBox', '4 prizes do not fill boxes of 3', '无法装满'],
      [{ prizesPerBox: 2, repeats: false }, 'prizes.0.amount', 'there are 2 boxes without repeats', '盒内不重复的盲盒只有 2 盒'],
      [{ ends: '2019-01-01T00:00:00Z' }, 'ends', 'The sale ends before it begins.', '早于开始时间'],
      [{ starts: 'soon' }, 'starts', 'Invalid ISO datetime', '无效ISO日期时间'],
      [{ money: { token } }, 'money.token', 'is no pay token of chain', '不是链 31337 的支付代币'],
      [
        { money: { ticket: { ...item, amount: undefined, symbol: 'PASS' } } },
        'money.ticket.tokenId',
        'There is no item 1',
        '没有访客可见的藏品',
      ],
      [{ money: { ticket: { collection: '0x12', tokenId: '1', symbol: 'PASS' } } }, 'money.ticket.collection', '40 hex digits', '40 位'],
      [{ prizes: [{ ...item, tokenId: 'seven' }] }, 'prizes.0.tokenId', 'must be a whole number in quotes', '须为整数'],
      [{ prizes: [item] }, 'prizes.0.tokenId', 'There is no item 1', '没有访客可见的藏品'],
      [{ prizes: [{ name: 'Koi', image: picture, amount: 70_000 }] }, 'prizes.0.amount', 'Too big', '数值过大'],
      [{ anim1: '/static/upload/bafkreigh2akiscaildc.webm' }, 'anim1', 'nothing that an opening can show', '无法在开盒时展示'],
      [{ chainId: 5 }, 'chain', 'Chain 5 is not one of this market', '不在本站支持的范围内'],
    ]
    for (const [changes, field, en, zh] of cases) {
      const [said, inChinese] = [await create(changes), await create(changes, 'zh')]
      expect([said.errno, said.data, said.errmsg]).toEqual([OPERATOR_REFUSED.errno, { field }, expect.stringContaining(en)])
      expect([inChinese.data, inChinese.errmsg]).toEqual([{ field }, expect.stringContaining(zh)])
    }
    expect((await act('create', { series: '{' })).errmsg).toBe('This is no valid JSON.')
    expect(await count()).toBe(before)
  })

  it('takes items of the reveal operator, and a ticket for money', LONG, async () => {
    const { collection, tokenId } = await mintEdition(market, 'alice', { supply: 4n })
    await market.sync()
    const item = { collection, tokenId: String(tokenId) }
    const made = await create({ prizes: [{ ...item, amount: 3 }], money: { ticket: { ...item, symbol: 'PRINT' } }, price: '1' })
    expect(made.data).toMatchObject({ said: expect.stringContaining('3 boxes') })
  })

  it('reads no file of the machine for it, and is not for who only decides on reports', LONG, async () => {
    expect((await act('create', { file: '/etc/hostname' })).errmsg).toBe('It takes no file.')
    expect((await act('create', {})).data).toEqual({ field: 'series' })
    const moderator = await market.session('dan')
    await operate(market.server.context, 'roles', 'grant', '--wallet', moderator.address, '--role', 'moderator', '--why', 'reads reports')
    expect((await act('create', { series: JSON.stringify(series()) }, { who: moderator })).errno).toBe(ROLE_MISSING.errno)
  })
})

describe('a prize that would be minted when it is drawn', () => {
  /** Stored without the console, as an operator's own program might. */
  async function storedWith({ uri, kind }: { uri: string; kind?: bigint }): Promise<string> {
    const { context } = market.server
    const chain = context.chains.get(market.chainId)
    const first = await addKinds(context, chain, ['/QmHeron'])
    const { timestamp } = await chain.refresh()
    const token = toAddress(market.testnet.contracts.prizeCollection)
    const box = await createBox(context, chain, {
      opening: 1,
      repeat: true,
      price: 1n,
      money: coin(),
      startTime: timestamp - 10,
      endTime: timestamp + 86_400,
      text: { name: 'Heron', image: '', description: '', property: '', anim1: '', anim2: '', isSealed: false },
      prizes: [
        {
          name: 'Heron',
          description: '',
          image: '',
          animation: '',
          metadata: '{}',
          amount: 2,
          uri,
          asset: { token, tokenId: kind ?? first, assetType: ASSET_TYPE.MINTED },
        },
      ],
    })
    return String(box.id)
  }

  it.each([
    ['without metadata', { uri: '' }],
    ['without metadata, of a kind that is not there', { uri: '', kind: 9_999n }],
    ['of a kind that is not there', { uri: '/QmHeron', kind: 9_999n }],
    ['of a kind that is another one', { uri: '/QmOther' }],
  ])('keeps its series off the chain: %s', LONG, async (_, prize) => {
    const id = await storedWith(prize)
    const { BOX_PRIZE_UNKNOWN } = ERRORS
    for (const language of ['en', 'zh'] as const)
      expect((await act('fill', { box: id, requests: '2' }, { language })).errmsg).toContain(
        BOX_PRIZE_UNKNOWN[language].replace('{prize}', 'Heron'),
      )
    await market.sync()
    const shown = (await rowsOf(market.server.context, 'box', 'show')).find(({ box }) => box === Number(id))
    expect(shown).toMatchObject({ state: 'not filled', 'words left': 0 })
  })

  it('is taken where its kind and its metadata are those of the collection', LONG, async () => {
    const id = await storedWith({ uri: '/QmHeron' })
    expect((await act('fill', { box: id, requests: '2' })).errmsg ?? '').toBe('')
    await market.sync()
    expect((await rowsOf(market.server.context, 'box', 'show')).find(({ box }) => box === Number(id))?.state).toBe('on sale')
  })
})
