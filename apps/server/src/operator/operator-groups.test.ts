/** @module-tag more */
import { type Address, TOKEN_STANDARD, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { collection721Abi, collection1155Abi, exchangeAbi } from '@plinth/protocol/abi'
import { decodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { deployForeign, mintForeign } from '../../test/chain/foreign-contracts.ts'
import { PEOPLE } from '../../test/market/harness.ts'
import { type ItemId, TestMarket } from '../../test/market/market.ts'
import { operate, rowsOf } from '../../test/operator/operate.ts'
import { recount } from '../jobs/recount.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
  await market.approve('alice', market.official)
})
afterAll(() => market.close())

const CHAIN = '31337'
const NOWHERE = `0x${'5e'.repeat(20)}`
const run = (group: string, act: string, ...options: string[]) => operate(market.server.context, group, act, ...options)
const rows = (group: string, act: string, ...options: string[]) => rowsOf(market.server.context, group, act, ...options)
const ofItem = ({ collection, tokenId }: ItemId) => ['--chain', CHAIN, '--collection', collection, '--token', String(tokenId)]

describe('fees', () => {
  const setSeller = (bps: string) => run('fees', 'set-seller', '--bps', bps, '--why', 'the council said so')

  it('refuses a fee out of bounds: above what contracts take, or below what an exchange takes', async () => {
    await expect(setSeller('1001')).rejects.toThrow('A seller fee of 1001 bps is above 1000, the most that the contracts take.')
    await expect(setSeller('249')).rejects.toThrow(
      'The exchange of chain 31337 takes no seller fee below 250 bps: lower its minimum first.',
    )
    await expect(run('fees', 'buyer-call', '--chain', CHAIN, '--bps', '1001')).rejects.toThrow('A buyer fee of 1001 bps is above 1000')
    await expect(run('fees', 'set-seller', '--bps', '-1', '--why', 'x')).rejects.toThrow()
  })

  it('sets the seller fee of the orders that are prepared next, and leaves signed ones alone', async () => {
    const { listing } = await market.listed('alice')
    await setSeller('300')
    expect((await market.server.post('/config/fetch', { chainId: CHAIN })).data).toMatchObject({ sellerFee: '300' })
    const later = await market.listed('alice')
    expect([listing.order.sellerFee, later.listing.order.sellerFee]).toEqual([250n, 300n])
    await market.buy('bob', listing)
    await market.buy('bob', later.listing)
    expect(await rows('fees', 'show')).toMatchObject([{ chain: 31337, seller: 300n, 'least seller': 250n, buyer: 250n }])
    await setSeller('250')
  })

  it('writes the owner’s transaction for the buyer fee, and sends nothing', async () => {
    const text = String(await run('fees', 'buyer-call', '--chain', CHAIN, '--bps', '100'))
    const data = /data: (0x[0-9a-f]+)$/.exec(text)?.[1] as Hex
    expect(decodeFunctionData({ abi: exchangeAbi, data })).toEqual({ functionName: 'setBuyerFee', args: [100n] })
    expect(text).toContain(`to:   ${market.exchange}`)
    expect(await rows('fees', 'show')).toMatchObject([{ buyer: 250n }])
    const ofAuctions = String(await run('auctions', 'buyer-call', '--chain', CHAIN, '--bps', '100'))
    expect(ofAuctions).toContain(`to:   ${market.testnet.contracts.auctionExchange}`)
    expect(ofAuctions).toContain(data)
    expect(await rows('auctions', 'show')).toMatchObject([{ chain: 31337, 'hours to settle': 72, buyer: 250n, 'least seller': 250n }])
  })
})

describe('site and announcements', () => {
  it('changes a link at once, refuses what is none, and goes back to the configuration', async () => {
    const shown = async () => (await market.server.api().config.fetch({})).site.chat
    await run('site', 'set', '--name', 'chat', '--value', 'https://matrix.to/#/@olga:plinth.test', '--why', 'asked for')
    expect(await shown()).toBe('https://matrix.to/#/@olga:plinth.test')
    await expect(run('site', 'set', '--name', 'chat', '--value', 'javascript:alert(1)', '--why', 'asked for')).rejects.toThrow(
      'chat must be a URL',
    )
    await expect(run('site', 'set', '--name', 'chat', '--value', '//evil.example', '--why', 'asked for')).rejects.toThrow(
      'chat must be a URL',
    )
    await expect(run('site', 'set', '--name', 'loginMessage', '--value', 'x', '--why', 'asked for')).rejects.toThrow(
      '--name must be one of twitter',
    )
    await run('site', 'reset', '--name', 'chat', '--why', 'asked for')
    expect(await shown()).toBe('')
  })

  it('announces in both languages, changes and takes away', async () => {
    const said = String(
      await run('announcements', 'add', '--lang', 'zh', '--title', '维护', '--content', '今晚维护。', '--why', 'asked for'),
    )
    const id = /\d+/.exec(said)?.[0] ?? ''
    await run('announcements', 'edit', '--announcement', id, '--content', '明晚维护。', '--why', 'asked for')
    expect((await market.server.post('/announcement/list')).data).toMatchObject([{ id, lang: 'zh', tittle: '维护', content: '明晚维护。' }])
    await run('announcements', 'remove', '--announcement', id, '--why', 'asked for')
    expect((await market.server.post('/announcement/list')).data).toEqual([])
    await expect(run('announcements', 'remove', '--announcement', id, '--why', 'asked for')).rejects.toThrow(
      `There is no announcement ${id} of the operator`,
    )
  })
})

describe('banners', () => {
  it('shows a banner to all visitors, and refuses foreign pictures and hidden items', async () => {
    const { item } = await market.listed('alice')
    const words = ['--title-en', 'Lake', '--title-zh', '湖']
    const add = (image: string, token = item.tokenId) =>
      run('banners', 'add', ...ofItem({ ...item, tokenId: token }), '--image', image, ...words, '--why', 'asked for')
    await expect(add('https://elsewhere.example/a.png')).rejects.toThrow('The picture must be one of this site')
    await expect(add('/ipfs/bafylake', 999_999n)).rejects.toThrow('There is no item 999999 of')
    const id = /\d+/.exec(String(await add('/ipfs/bafylake')))?.[0] ?? ''
    const shown = async () => (await market.server.api().config.fetch({})).site.banners
    expect(await shown()).toEqual([
      {
        chainId: 31337,
        address: item.collection,
        tokenId: String(item.tokenId),
        image: '/ipfs/bafylake',
        title: { en: 'Lake', zh: '湖' },
        text: { en: '', zh: '' },
      },
    ])
    await run('banners', 'remove', '--banner', id, '--why', 'asked for')
    expect(await shown()).toEqual([])
  })
})

describe('networks', () => {
  it('shows chains and contracts, and no endpoint', async () => {
    const list = await rows('networks', 'list')
    expect(list).toMatchObject([{ chain: 31337, name: 'Local Ethereum', nodes: 1, default: true }])
    expect(JSON.stringify(list)).not.toContain('http')
    expect(await rows('networks', 'contracts', '--chain', CHAIN)).toContainEqual({ contract: 'exchange', address: market.exchange })
  })
})

describe('senders', () => {
  it('lets an official sender’s buyers pay no fee, from the next purchase on', async () => {
    const { item, listing } = await market.listed('alice')
    const { api } = await market.session('bob')
    const terms = { ...item, owner: market.address('alice'), type: 1, salt: listing.order.salt, chainId: market.chainId } as const
    const sender = ['--chain', CHAIN, '--collection', market.official, '--sender', market.address('alice'), '--why', 'the museum itself']
    expect((await api.order.buyerFee(terms)).buyerFee).toBe(250)
    await run('senders', 'add', ...sender)
    expect((await api.order.buyerFee(terms)).buyerFee).toBe(0)
    expect((await market.server.post('/ty/listset', { chainId: CHAIN })).data).toEqual([
      { royddr: market.official, sendaddr: market.address('alice') },
    ])
    await expect(run('senders', 'add', ...sender)).rejects.toThrow('is an official sender of')
    await market.buy('bob', listing)
    await run('senders', 'remove', ...sender)
    expect(await rows('senders', 'list')).toEqual([])
  })

  it('refuses accounts that can sell nothing: the zero address and contracts of the market', async () => {
    const add = (sender: string) =>
      run('senders', 'add', '--chain', CHAIN, '--collection', market.official, '--sender', sender, '--why', 'a slip')
    await expect(add(ZERO_ADDRESS)).rejects.toThrow("--sender can't be the zero address")
    const { exchange, transferProxy, official721, prizeCollection } = market.testnet.contracts
    for (const contract of [exchange, transferProxy, official721, prizeCollection])
      await expect(add(contract)).rejects.toThrow(`${contract} is a contract of the market itself, which sells nothing`)
    const own = await market.collection('alice', 'Sender', 'SND')
    const sold = run('senders', 'add', '--chain', CHAIN, '--collection', own, '--sender', own, '--why', 'a slip')
    await expect(sold).rejects.toThrow('name the account that signs the orders.')
    expect(await rows('senders', 'list')).toEqual([])
  })
})

describe('collections import', () => {
  const importIt = (collection: Address, ...more: string[]) =>
    run('collections', 'import', '--chain', CHAIN, '--collection', collection, ...more, '--why', 'asked for')
  const known = async (item: ItemId) => (await (await market.session('alice')).api.nft.detail({ ...item, chainId: market.chainId }))?.supply
  const approve = async (collection: Address) => {
    const args = [market.testnet.contracts.transferProxy, true] as const
    const call = { address: collection, abi: collection721Abi, functionName: 'setApprovalForAll', args } as const
    await market.mined(await market.wallet('alice').writeContract(call))
  }

  it('brings in an ERC721 not made here with its old items, which then trade', { timeout: 90_000, tags: 'more' }, async () => {
    const collection = await deployForeign(market, 'Museum')
    await mintForeign(market, collection, 'alice', 7n)
    await approve(collection)
    await market.testnet.mine(3)
    await market.sync()
    expect(await known({ collection, tokenId: 7n })).toBeUndefined()
    const from = await market.testnet.publicClient.getBlockNumber()
    await market.testnet.mine(4)
    expect(await run('collections', 'estimate', '--chain', CHAIN, '--collection', collection, '--from-block', String(from))).toBe(
      `Blocks ${from} to ${from + 4n} need at least 6 calls, and each block with logs of ${collection} one more.`,
    )
    expect(await importIt(collection)).toMatch(/^Museum of Elsewhere \(ERC721\) is in the market; its blocks are read from \d+ on\.$/)
    await mintForeign(market, collection, 'alice', 8n)
    await expect.poll(() => known({ collection, tokenId: 7n }), { timeout: 25_000, interval: 100 }).toBe(1n)
    await expect.poll(() => known({ collection, tokenId: 8n }), { timeout: 25_000, interval: 100 }).toBe(1n)
    await market.buy('bob', await market.list('alice', { collection, tokenId: 7n }))
    const owner = { address: collection, abi: collection721Abi, functionName: 'ownerOf', args: [7n] } as const
    expect(toAddress(await market.testnet.publicClient.readContract(owner))).toBe(market.address('bob'))
    await expect(importIt(collection)).rejects.toThrow('is a collection of this market on chain 31337 already.')
    await run('collections', 'verify', '--chain', CHAIN, '--collection', collection, '--why', 'we know them')
    expect((await market.server.post('/contract/info', { address: collection, chainId: CHAIN })).data).toMatchObject({ verify: true })
    expect(await run('collections', 'reread', '--chain', CHAIN, '--collection', collection, '--why', 'asked for')).toContain(
      'are read again',
    )
    const left = () => market.server.context.db.selectFrom('backfill_range').select('first_block').execute()
    await expect.poll(left, { timeout: 25_000, interval: 100 }).toEqual([])
    expect(await run('reading', 'recount', '--why', 'asked for')).toBe('Every count is right.')
  })

  it('brings in an ERC1155 without a name, whose editions trade in parts', { timeout: 90_000 }, async () => {
    const collection = await deployForeign(market, 'Prints')
    const item = { collection, tokenId: 3n, standard: TOKEN_STANDARD.ERC1155 }
    await mintForeign(market, collection, 'alice', 3n, 5n)
    await approve(collection)
    await importIt(collection, '--name', 'Prints')
    await expect.poll(() => known(item), { timeout: 25_000, interval: 100 }).toBe(5n)
    await market.buy('bob', await market.list('alice', item, 10n ** 15n, { quantity: 4n }), 3n)
    const held = { address: collection, abi: collection1155Abi, functionName: 'balanceOf', args: [market.address('bob'), 3n] } as const
    expect(await market.testnet.publicClient.readContract(held)).toBe(3n)
    await run('collections', 'hide', '--chain', CHAIN, '--collection', collection, '--why', 'reported')
    await mintForeign(market, collection, 'alice', 4n, 1n)
    await market.sync()
    const listed = async () => (await market.server.api().contract.listall({ page: 1, limit: 100 })).list.map(({ address }) => address)
    expect([await known(item), await known({ ...item, tokenId: 4n }), (await listed()).includes(collection)]).toEqual([
      undefined,
      undefined,
      false,
    ])
    await run('collections', 'show', '--chain', CHAIN, '--collection', collection, '--why', 'cleared')
    expect([await known(item), await known({ ...item, tokenId: 4n }), (await listed()).includes(collection)]).toEqual([5n, 1n, true])

    // A reorg that drops and restores the item does not unhide it.
    const sixth = { ...item, tokenId: 6n }
    await mintForeign(market, collection, 'alice', 6n, 1n)
    await market.sync()
    await run('items', 'hide', ...ofItem(sixth), '--why', 'a copy')
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await market.sync()
    await expect(run('items', 'show', ...ofItem(sixth), '--why', 'x')).rejects.toThrow('There is no item')
    await mintForeign(market, collection, 'alice', 6n, 1n)
    await market.sync()
    expect(await known(sixth)).toBe(undefined)
    for (const act of ['hide', 'show']) await run('collections', act, '--chain', CHAIN, '--collection', collection, '--why', 'looked at')
    expect(await known(sixth)).toBe(undefined)
    await run('items', 'show', ...ofItem(sixth), '--why', 'it was hers')
    expect(await known(sixth)).toBe(1n)
  })

  it('finds a recent deployment on nodes without old states, and asks for the block of an old one', async () => {
    const young = await deployForeign(market, 'Prints')
    const deployed = Number(await market.testnet.publicClient.getBlockNumber())
    await market.testnet.mine(5)
    const { client } = market.server.context.chains.get(market.chainId)
    const honest = client.getCode
    let oldest = deployed
    const node = vi
      .spyOn(client, 'getCode')
      .mockImplementation((asked) =>
        (asked.blockNumber ?? oldest) < oldest ? Promise.reject(new Error('missing trie node')) : honest(asked),
      )
    onTestFinished(() => node.mockRestore())
    await expect(importIt(young)).rejects.toThrow('keep no states as old as the contract: say the block of its deployment (--from-block)')
    oldest = deployed - 1
    expect(await importIt(young)).toContain(`are read from ${deployed} on`)
  })

  it('refuses a wrong address with a sentence', async () => {
    await expect(importIt(toAddress(NOWHERE))).rejects.toThrow(`There is no contract at ${NOWHERE} on chain 31337`)
    await expect(importIt(market.exchange)).rejects.toThrow('is a contract of the market itself.')
    await expect(importIt(await deployForeign(market, 'Rock'))).rejects.toThrow('says neither that it is ERC721 nor ERC1155')
    const other = await deployForeign(market, 'Prints')
    await expect(importIt(other, '--from-block', '9999999')).rejects.toThrow('Block 9999999 is not there yet')
  })
})

describe('items, users and reports', () => {
  it('hides a reported item, with the reason on record, and shows it again', async () => {
    const { item } = await market.listed('alice')
    const { api } = await market.session('bob')
    await api.report.add({ kind: 1, address: item.collection, tokenId: item.tokenId, text: 'My picture.', chainId: market.chainId })
    const [report] = await rows('reports', 'list')
    expect(report).toMatchObject({ text: 'My picture.', reporter: market.address('bob'), token: item.tokenId })
    const isThere = async () => (await api.nft.detail({ ...item, chainId: market.chainId })) !== undefined
    expect(await isThere()).toBe(true)
    await run('items', 'hide', ...ofItem(item), '--why', 'a copy')
    expect(await isThere()).toBe(false)
    await run('reports', 'decide', '--report', String(report?.id), '--verdict', 'upheld', '--why', 'a copy')
    expect(await rows('reports', 'list')).toEqual([])
    await expect(run('reports', 'decide', '--report', String(report?.id), '--verdict', 'dismissed', '--why', 'no')).rejects.toThrow(
      'has been decided already',
    )
    await expect(run('items', 'hide', ...ofItem(item), '--why', 'a copy')).rejects.toThrow('is hidden already.')
    await run('items', 'show', ...ofItem(item), '--why', 'it was his')
    expect(await isThere()).toBe(true)
    expect(await rows('acts', 'list', '--limit', '1')).toMatchObject([{ who: 'olga', what: 'items show', why: 'it was his' }])
  })

  it('locks an item: no listing, bid or purchase, and not in the market’s list, until unlocked', async () => {
    const { item, listing } = await market.listed('alice')
    await market.sync()
    const { api } = await market.session('bob')
    const isOffered = async () => (await api.home.list({ page: 1, limit: 50 })).list.some(({ tokenId }) => tokenId === item.tokenId)
    const total = async () => (await api.home.list({ page: 1, limit: 1 })).total
    const before = await total()
    expect(await isOffered()).toBe(true)
    await run('items', 'lock', ...ofItem(item), '--why', 'stolen, says its maker')
    expect(await market.detail(item, 'bob')).toMatchObject({ isLocked: true, isTradeLocked: true })
    expect([await isOffered(), await total()]).toEqual([false, before - 1])
    expect(await recount(market.server.context)).toEqual([])
    await expect(market.buy('bob', listing)).rejects.toMatchObject({ code: 'TRADE_LOCKED', errno: 4137 })
    await expect(market.list('alice', item, 10n ** 15n, { edit: true })).rejects.toMatchObject({ code: 'TRADE_LOCKED' })
    await expect(run('items', 'lock', ...ofItem(item), '--why', 'x')).rejects.toThrow('is locked already.')
    await run('items', 'unlock', ...ofItem(item), '--why', 'settled between them')
    expect([await isOffered(), await total()]).toEqual([true, before])
    await market.buy('bob', listing)
    expect(await market.detail(item, 'bob')).toMatchObject({ isTradeLocked: false, onlyOwner: market.address('bob') })
  })

  it('locks the trade of a collection, of what comes into it later too, but of no official one', async () => {
    const collection = await market.collection('alice', 'Doubtful', 'DBT')
    await market.approve('alice', collection)
    const named = ['--chain', CHAIN, '--collection', collection, '--why', 'under dispute']
    const [first] = [await market.mint('alice', { collection })]
    await market.sync()
    await run('collections', 'lock', ...named)
    const second = await market.mint('alice', { collection })
    await market.sync()
    for (const item of [first, second]) await expect(market.list('alice', item)).rejects.toMatchObject({ code: 'TRADE_LOCKED' })
    await expect(run('items', 'unlock', ...ofItem(first), '--why', 'x')).rejects.toThrow('Its whole collection is locked')
    await run('collections', 'unlock', ...named)
    for (const item of [first, second]) await market.list('alice', item)
    await expect(run('collections', 'lock', '--chain', CHAIN, '--collection', market.official, '--why', 'x')).rejects.toThrow(
      'The official collections can’t be locked',
    )
  })

  it('locks a user: signed out everywhere, let in no more, until unlocked', async () => {
    const dan = await market.server.signIn(PEOPLE.dan)
    const user = ['--user', dan.address, '--why', 'sells stolen works']
    await run('users', 'lock', ...user)
    await expect(dan.api.notices.list({ page: 1, limit: 1 })).rejects.toMatchObject({ errno: 501 })
    await expect(market.server.signIn(PEOPLE.dan)).rejects.toMatchObject({ errno: 4021 })
    await expect(run('users', 'lock', ...user)).rejects.toThrow('is locked already.')
    await run('users', 'unlock', ...user)
    const again = await market.server.signIn(PEOPLE.dan)
    await run('users', 'sign-out', ...user)
    await expect(again.api.notices.list({ page: 1, limit: 1 })).rejects.toMatchObject({ errno: 501 })
    await expect(run('users', 'lock', '--user', NOWHERE, '--why', 'x')).rejects.toThrow(`Nobody has signed in here as ${NOWHERE}.`)
  })
})

describe('signers', () => {
  it('writes the owner’s transactions that replace a key on every contract that knows it', async () => {
    const rotate = (role: string, old: Address) =>
      rows('signers', 'rotate', '--chain', CHAIN, '--role', role, '--old', old, '--new', NOWHERE)
    const { feeSigner, mintSigner } = market.server.context.signer
    const calls = await rotate('fee-signer', feeSigner)
    expect(calls.map(({ contract }) => contract)).toEqual([
      'exchange',
      'auctionExchange',
      'blindBox',
      'exchange',
      'auctionExchange',
      'blindBox',
    ])
    const [first, last] = [calls[0]?.data as Hex, calls[5]?.data as Hex].map((data) => decodeFunctionData({ abi: exchangeAbi, data }))
    expect([first?.functionName, last?.functionName]).toEqual(['addFeeSigner', 'removeFeeSigner'])
    expect(String(last?.args?.[0]).toLowerCase()).toBe(feeSigner)
    expect(await rotate('miner', mintSigner)).toHaveLength(4)
    await expect(rotate('miner', market.address('bob'))).rejects.toThrow('is no miner on chain 31337')
  })
})
