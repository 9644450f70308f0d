import type { Page, SignatureRecord } from '@plinth/api'
import { type Address, MAX_UINT256, packSalt, toAddress } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { parseEther, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, AUCTIONS, BOB, CHAIN, COLLECTION, EXCHANGE, PROXY, WRAPPED } from '../../../test/addresses.ts'
import { findViolations } from '../../../test/axe.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { pageOf } from '../../../test/fake/page-of.ts'
import { person, WETH } from '../../../test/fake/records.ts'
import { findDialog, openPage } from '../../../test/page.tsx'
import { ScriptedWallet } from '../../../test/scripted-wallet.ts'
import { dialogCloses, wordsOf } from '../../../test/trade.ts'

const PATH = '/items/approvals'
const OLD = { edition: 2, transferProxy: place('1'), exchange: place('2'), auctionExchange: place('4'), blindBox: place('3') }
const UNKNOWN = place('0')

function place(digit: string): Address {
  return toAddress(`0x${digit.repeat(39)}7`)
}

function aSignature(sequence: bigint, over: Partial<SignatureRecord> = {}): SignatureRecord {
  return {
    chainId: CHAIN,
    kind: 'listing',
    state: 'live',
    exchange: EXCHANGE,
    collection: COLLECTION,
    tokenId: sequence,
    name: `Work ${sequence}`,
    image: '',
    collectionName: 'Plinth Works',
    assetType: 3,
    left: 1n,
    payToken: WETH,
    amount: parseEther('0.5'),
    salt: packSalt({ validUntil: 0, validFrom: 0, maxBuyerFeeBps: 0, sequence }),
    validFrom: 0,
    validUntil: 0,
    createdAt: 1,
    ...over,
  }
}

/** A chain with these approvals; a transaction can take each back. */
function aWallet(allowed: { tokens?: Record<string, bigint>; collections?: readonly string[] }): ScriptedWallet {
  const wallet = new ScriptedWallet()
  const tokens = new Map(Object.entries(allowed.tokens ?? {}))
  const collections = new Set(allowed.collections ?? [])
  const { read } = wallet.wallet
  wallet.wallet.read = async <T,>(call: Parameters<typeof read>[0]): Promise<T> => {
    const key = `${call.chainId} ${call.address} ${call.args[1]}`
    if (wallet.isUnreachable) return read<T>(call)
    if (call.functionName === 'allowance') return (tokens.get(key) ?? 0n) as T
    if (call.functionName === 'isApprovedForAll') return collections.has(key) as T
    if (call.functionName === 'name') return 'A foreign collection' as T
    return read<T>(call)
  }
  wallet.onMined = ({ functionName, chainId, address, args }) => {
    const key = `${chainId} ${address} ${args[0]}`
    if (functionName === 'approve') tokens.set(key, args[1] as bigint)
    if (functionName === 'setApprovalForAll' && args[1] === false) collections.delete(key)
  }
  return wallet
}
const of = (address: Address, spender: Address = PROXY): string => `${CHAIN} ${address} ${spender}`

/** Ended signatures leave the list, as the index sees them. */
function aMarket(signed: readonly SignatureRecord[], wallet?: ScriptedWallet): FakeMarket {
  const market = new FakeMarket()
  let list = signed
  market.answer('allowed.signatures', (at): Page<SignatureRecord> => pageOf(list, at))
  if (wallet) {
    const { onMined } = wallet
    wallet.onMined = (call, hash) => {
      onMined(call, hash)
      if (call.functionName === 'endEverything') list = []
      if (call.functionName === 'cancelMany') {
        const [words, masks] = call.args as [bigint[], bigint[]]
        const isEnded = ({ salt }: SignatureRecord) =>
          words.some((word, at) => (salt & 0xffn) + word * 256n === (salt & 0xffffn) && (((masks[at] ?? 0n) >> (salt & 0xffn)) & 1n) === 1n)
        list = list.filter((one) => !isEnded(one))
      }
    }
  }
  return market
}

const rows = () => [...document.querySelectorAll<HTMLElement>('.approvals-row')]
const signedRows = () => [...document.querySelectorAll<HTMLElement>('.signed-row')]
const rowOf = (name: string) => within([...rows(), ...signedRows()].find((row) => row.textContent?.includes(name)) as HTMLElement)

describe('what a wallet allows', () => {
  it('[APPR-01] stands for each chain with what it is needed for, is set to that, and is taken back', async () => {
    const wallet = aWallet({ tokens: { [of(WRAPPED)]: MAX_UINT256 }, collections: [of(COLLECTION), of(COLLECTION, OLD.transferProxy)] })
    wallet.tokens = parseEther('12.4')
    const market = aMarket([aSignature(1n), aSignature(2n, { kind: 'bid', amount: parseEther('2') })])
    Object.assign(market.config.contract, { former: [OLD] })
    market.answer('paytoken.committed', ({ token, chainId = CHAIN }) => ({ chainId, token, committed: parseEther('2.05'), bids: 1 }))
    const { user, screen } = await openPage(PATH, { market, wallet, as: ALICE })
    await screen.findByRole('heading', { level: 1, name: 'What your wallet allows' })
    await expect.poll(() => rows().length).toBe(3)
    await expect
      .poll(() => rows().map(wordsOf).sort())
      .toEqual([
        expect.stringMatching(/A foreign collection.*left \(edition 2\).*Nothing now/),
        expect.stringMatching(/A foreign collection.*May moveEvery work of yoursNeeded for1 listing/),
        expect.stringMatching(/WETHYou hold 12\.40.*Without limit.*1 bid, 2\.05 in all/),
      ])
    expect(screen.getByText('Without limit').className).toContain('warn')
    expect(screen.getByText('This market’s contracts may move nothing of yours on Local Polygon.')).toBeTruthy()
    expect(await findViolations(screen.getByRole('main'))).toEqual([])

    await user.click(rowOf('WETH').getByRole('button', { name: 'Set to what is needed' }))
    let dialog = within(await findDialog('WETH'))
    await user.click(dialog.getByRole('button', { name: 'Set to what is needed' }))
    await dialog.findByText('This market can take up to 2.05 WETH from your wallet, for what you sign and send here.')
    await user.click(await dialog.findByText('Close', { exact: true }))
    await dialogCloses()
    await expect.poll(() => wordsOf(rows().find((row) => row.textContent?.includes('WETH')))).toContain('Up to 2.05')
    expect(rowOf('WETH').queryByRole('button', { name: 'Set to what is needed' })).toBeNull()

    await user.click(rowOf('left (edition 2)').getByRole('button', { name: 'Take back A foreign collection' }))
    dialog = within(await findDialog('A foreign collection'))
    await user.click(dialog.getByRole('button', { name: 'Take back' }))
    await user.click(await dialog.findByText('Close', { exact: true }))
    await expect.poll(() => rows().length).toBe(2)
    expect(wallet.sent).toMatchObject([
      { functionName: 'approve', address: WRAPPED, args: [PROXY, parseEther('2.05')] },
      { functionName: 'setApprovalForAll', address: COLLECTION, args: [OLD.transferProxy, false] },
    ])
  })

  it('[APPR-02][APPR-05] lists all that is signed, inactive or not, and ends one, or many in one transaction', async () => {
    const wallet = aWallet({})
    const signed = [
      aSignature(3n, { name: 'Five bottles', taker: person(BOB) }),
      aSignature(4n, { name: 'Peonies', state: 'left' }),
      aSignature(300n, { kind: 'bid', name: 'Night wheel', state: 'unfunded' }),
      aSignature(5n, {
        kind: 'offer',
        tokenId: undefined as never,
        name: '',
        collectionName: 'Drift',
        left: 5n,
        amount: parseEther('1.8'),
      }),
      aSignature(6n, { kind: 'auctionBid', exchange: AUCTIONS, name: 'Gold screen', auction: toHex(7, { size: 32 }), owner: person(BOB) }),
    ].map(({ tokenId, ...one }) => (tokenId === undefined ? one : { ...one, tokenId }))
    const market = aMarket(signed, wallet)
    const { user, screen } = await openPage(PATH, { market, wallet, as: ALICE })
    await expect.poll(() => signedRows().length).toBe(5)
    expect(signedRows().map(wordsOf)).toEqual([
      expect.stringContaining('Only Bob can buy Five bottles0.50 WETH'),
      expect.stringContaining('Somebody can buy PeoniesLeft your wallet: would live again if it returned'),
      expect.stringContaining('Its holder can sell you Night wheelRests: money or allowance is too low'),
      expect.stringContaining('Holders can sell you up to 5 of Drift0.36 WETH each'),
      expect.stringContaining('Bob can settle Gold screen with you'),
    ])
    screen.getByText(/What you signed on another site for these contracts is not in the list\. It ends only by “End everything”\./)

    await user.click(rowOf('Peonies').getByRole('button', { name: /Cancel/ }))
    let dialog = within(await findDialog('Peonies'))
    await user.click(dialog.getByRole('button', { name: 'End it' }))
    await dialog.findByText('1 of your signatures can’t be filled any more, by its number: 4.')
    await user.click(await dialog.findByText('Close', { exact: true }))
    await expect.poll(() => signedRows().length).toBe(4)

    await user.click(screen.getByRole('checkbox', { name: 'Choose all' }))
    await user.click(rowOf('Gold screen').getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'End 3 on Local Ethereum' }))
    dialog = within(await findDialog('1 listing, 1 bid, 1 offer'))
    await user.click(dialog.getByRole('button', { name: 'End 3' }))
    await user.click(await dialog.findByText('Close', { exact: true }))
    await expect.poll(() => signedRows().length).toBe(1)
    expect(wallet.sent).toMatchObject([
      { functionName: 'cancelMany', address: EXCHANGE, args: [[0n], [1n << 4n]] },
      {
        functionName: 'cancelMany',
        address: EXCHANGE,
        args: [
          [0n, 1n],
          [(1n << 3n) | (1n << 5n), 1n << 44n],
        ],
      },
    ])
    await user.click(rowOf('Gold screen').getByRole('button', { name: /Cancel/ }))
    dialog = within(await findDialog('Gold screen'))
    await user.click(dialog.getByRole('button', { name: 'End it' }))
    await expect
      .poll(() => wallet.sent.at(-1))
      .toMatchObject({ functionName: 'voidBids', address: AUCTIONS, args: [toHex(7, { size: 32 }), parseEther('0.5')] })
  })

  it('[APPR-03] ends everything in one transaction, in two where a former contract may move something, with the costs first', async () => {
    const wallet = aWallet({ collections: [of(COLLECTION, OLD.transferProxy)] })
    const market = aMarket([aSignature(1n)], wallet)
    Object.assign(market.config.contract, { former: [OLD] })
    const { user, screen } = await openPage(PATH, { market, wallet, as: ALICE })
    const aside = within(await screen.findByRole('complementary', { name: 'End everything' }))
    const ends = () => [...document.querySelectorAll('.approvals-end')].map(wordsOf)
    await expect
      .poll(ends)
      .toEqual([
        expect.stringMatching(/Signatures ended1 known, and all othersMoves or sellsNothing2 transactionsAbout 0\.0002 ETH/),
        expect.stringMatching(/0 known, and all others.*One transactionAbout 0\.0001 POLEnd everything on Local Polygon/),
      ])
    await user.click(await aside.findByRole('button', { name: 'End 1 on Local Ethereum' }))
    const dialog = within(await findDialog('Local Ethereum'))
    expect((await dialog.findAllByText('About 0.0001 ETH')).length).toBe(2)
    await user.click(dialog.getByRole('button', { name: 'End everything' }))
    await user.click(await dialog.findByText('Close', { exact: true }))
    expect(wallet.sent.map(({ functionName, address }) => [functionName, address])).toEqual([
      ['endEverything', EXCHANGE],
      ['endEverything', OLD.exchange],
    ])
    await expect.poll(() => signedRows().length).toBe(0)
  })

  it('[APPR-04] opened before in this browser it works without the server, and says how far logs were read', { tags: 'more' }, async () => {
    const wallet = aWallet({ tokens: { [of(WRAPPED)]: parseEther('3') }, collections: [of(UNKNOWN)] })
    wallet.logged = { found: [{ of: 'collection', address: UNKNOWN, spender: PROXY, tokenId: undefined }], from: 41n, to: 19_284n }
    const market = aMarket([aSignature(1n, { name: 'Five bottles' })], wallet)
    await openPage(PATH, { market, wallet, as: ALICE })
    await expect.poll(() => [rows().length, signedRows().length]).toEqual([2, 1])
    await expect.poll(() => localStorage.getItem('allowed')).toContain('Five bottles')

    market.isAway = true
    const { user, screen } = await openPage(PATH, { market, wallet, as: ALICE, isReload: true })
    await screen.findByText(/Our server does not answer/)
    await expect.poll(() => [rows().length, signedRows().length]).toEqual([2, 1])
    screen.getByText(/The node of Local Ethereum gives records from block 41 on/)
    screen.getByText(/Blocks: Local Ethereum 19,284/)

    await user.click(rowOf('A foreign collection').getByRole('button', { name: 'Take back A foreign collection' }))
    let dialog = within(await findDialog('A foreign collection'))
    await user.click(dialog.getByRole('button', { name: 'Take back' }))
    await user.click(await dialog.findByText('Close', { exact: true }))
    await expect.poll(() => rows().length).toBe(1)
    await user.click(screen.getByRole('button', { name: 'End 1 on Local Ethereum' }))
    dialog = within(await findDialog('Local Ethereum'))
    await user.click(dialog.getByRole('button', { name: 'End everything' }))
    await user.click(await dialog.findByText('Close', { exact: true }))
    expect(wallet.sent.map(({ functionName }) => functionName)).toEqual(['setApprovalForAll', 'endEverything'])
  })

  it('[APPR-01] says of a network that does not answer that nothing is known of it', async () => {
    const wallet = aWallet({ tokens: { [of(WRAPPED)]: 1n } })
    wallet.isUnreachable = true
    const { user, screen } = await openPage(PATH, { wallet, as: ALICE })
    await screen.findByText('Local Ethereum did not answer. What you allow there is not known now.')
    wallet.isUnreachable = false
    await user.click((await screen.findAllByRole('button', { name: 'Try again' }))[0] as HTMLElement)
    await expect.poll(() => rows().length).toBe(1)
  })
})
