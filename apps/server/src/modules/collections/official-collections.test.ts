import { readMetadata } from '@plinth/api'
import { type Address, TOKEN_STANDARD } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintEdition } from '../../../test/chain/editions.ts'
import { importOfficial } from '../../../test/chain/official.ts'
import { PEOPLE } from '../../../test/market/harness.ts'
import { TestMarket } from '../../../test/market/market.ts'
import { operate, rowsOf } from '../../../test/operator/operate.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
})
afterAll(() => market?.close())

const act = (name: string, collection: Address) =>
  operate(market.server.context, 'collections', name, '--chain', '31337', '--collection', collection, '--why', 'the festival')
const offeredTo = async (who: 'alice' | 'bob') => {
  const { api, address } = await market.session(who)
  return (await api.user.listcontract({ address })).map((one) => one.address)
}

describe('an official collection of the operator', () => {
  it('is offered after the market’s own, and any account mints in it, until that ends', async () => {
    const festival = await importOfficial(market)
    const { official721, official1155 } = market.testnet.contracts
    expect(await offeredTo('alice')).toEqual([official721, official1155])
    await expect(market.mint('alice', { collection: festival })).rejects.toMatchObject({ code: 'COLLECTION_NOT_YOURS' })
    expect(await act('official', festival)).toBe(`${festival} is official: anybody can mint in it.`)
    for (const who of ['alice', 'bob'] as const) expect(await offeredTo(who)).toEqual([official721, official1155, festival])
    const { api } = await market.session('alice')
    expect((await api.contract.list({})).find(({ address }) => address === festival)).toMatchObject({ isOfficial: true })
    const item = await market.mint('alice', { collection: festival, name: 'Lantern' })
    const nameOf = async () => readMetadata((await market.detail(item)).metadata).name
    expect(await nameOf()).toBe('Lantern')
    expect(await market.detail(item)).toMatchObject({ onlyOwner: market.address('alice') })
    const known = async () => (await rowsOf(market.server.context, 'collections', 'list')).map((row) => [row.address, row['official by']])
    expect(await known()).toEqual(
      expect.arrayContaining([
        [official721, 'configuration'],
        [festival, 'operator'],
      ]),
    )

    await act('unofficial', festival)
    expect(await offeredTo('bob')).toEqual([official721, official1155])
    await expect(market.mint('bob', { collection: festival })).rejects.toMatchObject({ code: 'COLLECTION_NOT_YOURS' })
    expect(await nameOf()).toBe('Lantern')
    expect(await rowsOf(market.server.context, 'acts', 'list', '--subject', `collection 31337/${festival}`)).toMatchObject([
      { who: 'olga', what: 'collections unofficial', why: 'the festival' },
      { who: 'olga', what: 'collections official', why: 'the festival' },
      { what: 'collections import' },
    ])
  })

  it('takes editions too, and a change of the mint signer includes them', async () => {
    const prints = await importOfficial(market, { standard: TOKEN_STANDARD.ERC1155, name: 'Prints of all' })
    await act('official', prints)
    expect(await market.detail(await mintEdition(market, 'bob', { collection: prints, supply: 4n }), 'bob')).toMatchObject({ supply: 4n })
    const keys = ['--role', 'miner', '--old', market.server.context.signer.mintSigner, '--new', market.address('dan')]
    const calls = await rowsOf(market.server.context, 'signers', 'rotate', '--chain', '31337', ...keys)
    expect(calls.filter(({ to }) => to === prints).map(({ contract }) => contract)).toEqual(['Prints of all', 'Prints of all'])
  })

  it('is refused with a sentence where not every account could mint, or vouchers or addresses differ', async () => {
    await expect(act('official', await market.collection('alice'))).rejects.toThrow('does not let everybody mint who has a voucher')
    const outsider = await importOfficial(market, { signer: market.address('bob') })
    await expect(act('official', outsider)).rejects.toThrow(`has to add the signer ${market.server.context.signer.mintSigner} first`)
    await expect(act('official', await importOfficial(market, { prefix: 'https://elsewhere.test' }))).rejects.toThrow(
      'begin with "https://elsewhere.test", and must with "ipfs:/"',
    )
    await expect(act('official', market.official)).rejects.toThrow('It is an official collection already.')
    await expect(act('unofficial', market.official)).rejects.toThrow("is the market's own collection on chain 31337")
    await expect(act('unofficial', outsider)).rejects.toThrow('is no official collection.')
    await expect(act('official', market.address('bob'))).rejects.toThrow('is no collection of this market')
    const hidden = await importOfficial(market)
    await act('hide', hidden)
    await expect(act('official', hidden)).rejects.toThrow('Undo that first.')
    await act('show', hidden)
    await act('official', hidden)
    await expect(act('hide', hidden)).rejects.toThrow('The official collections can’t be hidden')
  })
})

describe('a report that is enforced', () => {
  const decide = (report: number, verdict: string) =>
    operate(market.server.context, 'reports', 'decide', '--report', String(report), '--verdict', verdict, '--enforce', '--why', 'a copy')
  const open = async () => (await rowsOf(market.server.context, 'reports', 'list')).map(({ id }) => Number(id))

  it('goes with what it is about in one act, which both are found by', async () => {
    const item = await market.minted('alice')
    const { api } = await market.session('bob')
    const about = { address: item.collection, chainId: market.chainId }
    await api.report.add({ ...about, kind: 1, tokenId: item.tokenId, text: 'My picture.' })
    await api.report.add({ ...about, kind: 2, text: 'All of it.' })
    await api.report.add({ kind: 3, address: market.address('alice'), chainId: market.chainId, text: 'A thief.' })
    const [ofItem = 0, ofOfficial = 0, ofPerson = 0] = await open()
    await expect(decide(ofItem, 'dismissed')).rejects.toThrow('Nothing is hidden or locked for a report that is dismissed')
    expect(await decide(ofItem, 'upheld')).toBe(`Report ${ofItem} is upheld, and what it was about is hidden or locked.`)
    expect(await api.nft.detail({ ...item, chainId: market.chainId })).toBeUndefined()
    const newest = { what: 'reports decide', subject: `report ${ofItem}`, why: 'a copy' }
    expect(await rowsOf(market.server.context, 'acts', 'list', '--limit', '1')).toMatchObject([newest])
    const subject = `item 31337/${item.collection}/${item.tokenId}`
    expect(await rowsOf(market.server.context, 'acts', 'list', '--subject', subject)).toMatchObject([newest])
    // A failed command leaves the report open, and no notice.
    await expect(decide(ofOfficial, 'upheld')).rejects.toThrow('The official collections can’t be hidden')
    expect(await open()).toEqual([ofOfficial, ofPerson])
    expect(await rowsOf(market.server.context, 'acts', 'list', '--subject', `report ${ofOfficial}`)).toEqual([])
    await decide(ofPerson, 'upheld')
    await expect(market.server.signIn(PEOPLE.alice)).rejects.toMatchObject({ errno: 4021 })
    expect(await open()).toEqual([ofOfficial])
  })
})
