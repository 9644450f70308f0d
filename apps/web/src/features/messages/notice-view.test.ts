import type { NoticeRecord } from '@plinth/api'
import { NOTICE_SUBTYPE, type NoticeSubtype, toAddress } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { news as en } from '../../i18n/en/news.ts'
import { news as zh } from '../../i18n/zh/news.ts'
import { NOTICE_KINDS } from './notice-kinds.ts'
import { type NoticeWords, noticeView, spaceBetween } from './notice-view.ts'

const ALICE = toAddress('0x00000000000000000000000000000000000a11ce')
const BOB = toAddress('0x0000000000000000000000000000000000000b0b')
const COLLECTION = toAddress('0x00000000000000000000000000000000000c0111')
const person = (address: typeof ALICE, nickname: string) => ({ address, nickname, avatar: '' })

const item = { address: COLLECTION, tokenId: 7n, standard: 3, metadataUrl: '', metadata: '{"name":"Wheat, noon","image":"ipfs://wheat"}' }
const box = { id: 5n, name: 'Postcards', image: 'ipfs://lid' }
const collection = { address: COLLECTION, name: 'Field Notes', symbol: 'FN', cover: 'ipfs://cover' }

function aNotice(subType: NoticeSubtype, content: Partial<NoticeRecord['content']> = {}, media = ''): NoticeRecord {
  const nothing = { chainId: 31_337, item: undefined, collection: undefined, user: undefined, txHash: '', sellToken: '', sellTokenId: '' }
  return {
    id: 1n,
    type: 3,
    subType,
    createdAt: 1_790_000_000,
    media,
    operator: person(BOB, 'Bob'),
    content: { ...nothing, buyToken: '', buyTokenId: '', price: '', symbol: '', quantity: '', ...content },
    isRead: false,
  }
}

const words: NoticeWords = {
  untitled: (id) => `Untitled #${id}`,
  list: (names, more) => [...names, ...(more > 0 ? [`+${more}`] : [])].join(),
}
const view = (notice: NoticeRecord) => noticeView(notice, ALICE, words)

describe('texts of news', () => {
  it.each(Object.entries(NOTICE_SUBTYPE))('[MSG-06] sub-type %s has title, tag and description in English and Chinese', (_, subType) => {
    const { word } = NOTICE_KINDS[subType]
    for (const texts of [en, zh]) for (const part of ['act', 'tag', 'about'] as const) expect(texts.kinds[word][part]).toMatch(/\S/)
    expect(zh.kinds[word].act).toMatch(/\p{Script=Han}/u)
  })

  it('[MSG-06] gives each sub-type its own text', () => {
    const acts = Object.values(en.kinds).map(({ act }) => act)
    expect(new Set(acts).size).toBe(acts.length)
  })

  it('[MSG-04] an empty list says No Message', () => expect(en.empty).toBe('No Message'))
})

describe('noticeView', () => {
  it('[MSG-06] names price and quantity, for one piece the price alone', () => {
    const price = { item, collection, price: '1204.5', symbol: 'ETH' }
    expect(view(aNotice(NOTICE_SUBTYPE.BOUGHT, { ...price, quantity: '1' })).about?.values.price).toBe('1,204.50 ETH')
    expect(view(aNotice(NOTICE_SUBTYPE.BOUGHT, { ...price, quantity: '2' })).about?.values.price).toBe('2 × 1,204.50 ETH')
  })

  it('[MSG-06] falls back to the collection without a price, and to nothing without both', () => {
    expect(view(aNotice(NOTICE_SUBTYPE.SALE, { item, collection })).about?.key).toBe('news.inCollection')
    expect(view(aNotice(NOTICE_SUBTYPE.SALE, { item })).about).toBeUndefined()
  })

  it('[MSG-06] names the item, and a nameless one by its number', () => {
    expect(view(aNotice(NOTICE_SUBTYPE.MINT, { item })).act.values.work).toBe('Wheat, noon')
    expect(view(aNotice(NOTICE_SUBTYPE.MINT, { item: { ...item, metadata: '' } })).act.values.work).toBe('Untitled #7')
  })

  it('[PRIV-02] leads from what is reserved for its reader to the private sale', () => {
    expect(view(aNotice(NOTICE_SUBTYPE.RESERVED, { item, collection })).to).toBe(`/detail/${COLLECTION}:7?chain=31337&private`)
    expect(view(aNotice(NOTICE_SUBTYPE.SALE, { item, collection })).to).toBe(`/detail/${COLLECTION}:7?chain=31337`)
  })

  it('says of a draw and a refund that some of it waits, where it could not be received', () => {
    const box = { id: 3n, name: 'Night market', image: 'ipfs://market', isKept: undefined }
    const about = (subType: NoticeSubtype, isKept: boolean | undefined) => view(aNotice(subType, { box: { ...box, isKept } })).about?.key
    expect(about(NOTICE_SUBTYPE.BOX_DRAWN, undefined)).toBe('news.kinds.boxDrawn.about')
    expect(about(NOTICE_SUBTYPE.BOX_DRAWN, true)).toBe('news.prizeKept')
    expect(about(NOTICE_SUBTYPE.BOX_REFUNDED, undefined)).toBe('news.kinds.boxRefunded.about')
    expect(about(NOTICE_SUBTYPE.BOX_REFUNDED, true)).toBe('news.moneyKept')
    for (const { prizeKept, moneyKept } of [en, zh]) expect([prizeKept, moneyKept].every((text) => /\S/.test(text))).toBe(true)
  })

  it('[MSG-05] covers with the item, the collection or the person', () => {
    expect(view(aNotice(NOTICE_SUBTYPE.BUY, { item, collection })).cover).toBe('ipfs://wheat')
    expect(view(aNotice(NOTICE_SUBTYPE.BUY, { item: { ...item, metadata: '' }, collection }, 'ipfs://media')).cover).toBe('ipfs://media')
    expect(view(aNotice(NOTICE_SUBTYPE.CREATE_CONTRACT, { collection })).cover).toBe('ipfs://cover')
    expect(view(aNotice(NOTICE_SUBTYPE.FOLLOWED)).cover).toBeUndefined()
  })

  it('[MSG-09] leads to the item, the collection or the account', () => {
    expect(view(aNotice(NOTICE_SUBTYPE.BUY, { item, collection })).to).toBe(`/detail/${COLLECTION}:7?chain=31337`)
    expect(view(aNotice(NOTICE_SUBTYPE.CREATE_CONTRACT, { collection })).to).toBe(`/collection/${COLLECTION}?chain=31337`)
    expect(view(aNotice(NOTICE_SUBTYPE.FOLLOWED)).to).toBe(`/account/${BOB}`)
    expect(view(aNotice(NOTICE_SUBTYPE.FOLLOWING, { user: person(ALICE, 'Alice') })).to).toBe(`/account/${ALICE}`)
  })

  it('[MSG-05, MSG-06, MSG-09] of a box names it, covers with its picture, and leads to it', () => {
    const drawn = view(aNotice(NOTICE_SUBTYPE.BOX_DRAWN, { box }, 'ipfs://lid'))
    expect([drawn.act.values.work, drawn.cover, drawn.to]).toEqual(['Postcards', 'ipfs://lid', '/blindbox/detail/5?chain=31337'])
  })

  it('[COFF-04, COFF-10] of a trait offer’s works names no actor, and leads to the offers of the collection', () => {
    for (const subType of [NOTICE_SUBTYPE.OFFER_JOINED, NOTICE_SUBTYPE.OFFER_LEFT])
      expect(view(aNotice(subType, { collection, quantity: '2' }))).toMatchObject({
        hasActor: false,
        cover: 'ipfs://cover',
        to: `/collection/${COLLECTION}?chain=31337&tab=offers`,
      })
  })

  it('[F-106] of open boxes names what was in them, no actor, and four kinds of prizes at most', () => {
    const prize = (name: string, count = 1) => ({ name, image: '', count })
    const drawn = (...prizes: ReturnType<typeof prize>[]) =>
      view(aNotice(NOTICE_SUBTYPE.BOX_DRAWN, { box: { ...box, prizes }, quantity: '2' }, 'ipfs://lilies'))
    expect(drawn(prize('Lilies'), prize('Roses', 3))).toMatchObject({
      act: { key: 'news.boxOpen', values: { work: 'Postcards', count: '2', prizes: 'Lilies,3 × Roses' } },
      hasActor: false,
      cover: 'ipfs://lilies',
    })
    expect(drawn(...['A', 'B', 'C', 'D', 'E', 'F'].map((name) => prize(name))).act.values.prizes).toBe('A,B,C,D,+2')
    expect(drawn()).toMatchObject({ act: { key: 'news.kinds.boxDrawn.act' }, hasActor: false })
    expect(view(aNotice(NOTICE_SUBTYPE.BOX_REFUNDED, { box })).hasActor).toBe(true)
  })

  it('knows the reader’s own acts', () => {
    const own = { ...aNotice(NOTICE_SUBTYPE.SALE, { item }), operator: person(ALICE, 'Alice') }
    expect([view(own).isOwn, view(aNotice(NOTICE_SUBTYPE.SALE, { item })).isOwn]).toEqual([true, false])
  })
})

describe('spaceBetween', () => {
  it('sets none between two Chinese words', () => {
    expect([spaceBetween('你', '上架了'), spaceBetween('Bob', '上架了'), spaceBetween('You', 'bought')]).toEqual(['', ' ', ' '])
  })
})
