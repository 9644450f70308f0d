import type { ItemRecord, OrderRecord } from '@plinth/api'
import { TOKEN_STANDARD } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import type { ContractCall } from '@plinth/sdk'
import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { encodeAbiParameters, encodeEventTopics, type Log, parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, EVE, EXCHANGE } from '../../../../test/addresses.ts'
import { FakeMarket } from '../../../../test/fake/fake-market.ts'
import { anEvent, anItem, aSale, itemPath, type OrderOf, WETH } from '../../../../test/fake/records.ts'
import { type Opened, openPage, type PageOptions } from '../../../../test/page.tsx'
import { declined } from '../../../../test/scripted-market.ts'
import { ScriptedWallet } from '../../../../test/scripted-wallet.ts'
import { pressReady, reads, wordsOf } from '../../../../test/trade.ts'
import { addLines, type CartLine, listCart } from '../../../entities/cart/cart.ts'
import { lineOf } from '../../../entities/cart/line-of.ts'
import { subjectOf } from '../../../flows/acts/cart/on-the-way.ts'
import { addTransaction, listTransactions } from '../../../flows/transactions/transactions.ts'

const metadataOf = (name: string) => JSON.stringify({ name, image: '' })

type Hung = { market: FakeMarket; items: ItemRecord[]; lines: CartLine[] }

/** Works of Bob at these prices in ETH, in Alice's cart at what they cost then. */
function hang(prices: readonly string[], terms: OrderOf = {}): Hung {
  const market = new FakeMarket()
  const items = prices.map((price, at) => {
    const bare = anItem({ tokenId: BigInt(at + 1), owner721: BOB, metadata: metadataOf(`Work ${at + 1}`) })
    return market.hang({ ...bare, listings: [aSale(bare, BOB, { price: parseEther(price), ...terms })], isOnSale: true })
  })
  const lines = items.map((item) => lineOf(item, item.listings[0] as OrderRecord))
  return { market, items, lines }
}

const listedAt = (item: ItemRecord, price: string): OrderRecord[] =>
  item.listings.map((sale) => ({ ...sale, buying: parseEther(price), unitPrice: price }))

async function openCart({ market, items, lines }: Hung, options: Partial<PageOptions> = {}, before: () => void = () => {}) {
  localStorage.clear()
  addLines(ALICE, lines)
  before()
  const [first] = items
  if (!first) throw new Error('no work')
  const opened = await openPage(itemPath(first), { market, as: ALICE, isReload: true, ...options })
  return { ...opened, cart: await openDrawer(opened) }
}

async function openDrawer({ user, screen }: Opened) {
  await user.click(await screen.findByRole('button', { name: /^Cart/ }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(/^Checked again/)
  return within(dialog)
}

type Fill = { order: { key: { owner: `0x${string}`; salt: bigint; sellAsset: { token: `0x${string}`; tokenId: bigint } } }; amount: bigint }

type Sale = { token: `0x${string}`; tokenId: bigint; owner: `0x${string}`; salt: bigint; amount: bigint }

/** The exchange's log of a sale to Alice. */
function logOf({ token, tokenId, owner, salt, amount }: Sale): Log {
  const topics = encodeEventTopics({ abi: exchangeAbi, eventName: 'Buy', args: { sellToken: token, sellTokenId: tokenId } })
  const types = ['uint256', 'address', 'address', 'uint256', 'uint256', 'address', 'uint256', 'uint256'].map((type) => ({ type }))
  const data = encodeAbiParameters(types, [1n, owner, token, 0n, 1n, ALICE, amount, salt])
  return { address: EXCHANGE, topics, data } as unknown as Log
}

/** What the exchange logs of these fills of a sweep. */
function logsOf({ args }: ContractCall, isFilled: (fill: Fill) => boolean): Log[] {
  const [fills] = args as [Fill[]]
  return fills.filter(isFilled).map(({ order: { key }, amount }) => {
    const { token, tokenId } = key.sellAsset
    return logOf({ token, tokenId, owner: key.owner, salt: key.salt, amount })
  })
}

type Drawer = Awaited<ReturnType<typeof openDrawer>>

/** Another tab writes to the storage, of which this one is notified. */
const inOtherTab = (key: string, write: () => void) =>
  act(() => {
    write()
    window.dispatchEvent(new StorageEvent('storage', { key }))
  })

const payIn = (cart: Drawer) => () => cart.getByRole('button', { name: /^Pay / }) as HTMLButtonElement
const lineOn = (cart: Drawer, name: string) => wordsOf(cart.getByText(name).closest('li'))

describe('the drawer of the cart', () => {
  it('[CART-03, CART-04] sums what can be bought: gone and dearer lines are in no sum, cheaper ones at the lower price', async () => {
    const hung = hang(['1', '2', '3', '4'])
    const [, gone, dearer, cheaper] = hung.items
    if (!gone || !dearer || !cheaper) throw new Error('no work')
    hung.market.change(gone, { listings: [], isOnSale: false })
    hung.market.change(dearer, { listings: listedAt(dearer, '3.5') })
    hung.market.change(cheaper, { listings: listedAt(cheaper, '3.75') })
    const { cart, user } = await openCart(hung)
    await expect.poll(() => lineOn(cart, 'Work 2')).toMatch(/Sold, so it is left out.*Find alike/)
    expect(cart.getByText('Work 2').closest('li')?.className).toContain('gone')
    expect(lineOn(cart, 'Work 3')).toContain('Rose from 3.00 ETH')
    expect(lineOn(cart, 'Work 4')).toContain('Fell from 4.00 ETH')
    // 1 + 3.75, and 2.5 % on each.
    await reads(cart, '4.86875 ETH')
    expect(cart.getByText('Paid by the sellers')).toBeTruthy()
    await reads(cart, 'Your wallet holds after it')
    await user.click(cart.getByRole('button', { name: 'Buy at 3.50 ETH' }))
    await reads(cart, 'Pay 8.45625 ETH for 3 works')
  })

  it('[CART-03] checks its lines again at an event that touches one', async () => {
    const hung = hang(['1', '2'])
    const { cart, market } = await openCart(hung)
    await reads(cart, 'Pay 3.075 ETH for 2 works')
    const [, second] = hung.items
    if (second) market.change(second, { listings: [], isOnSale: false })
    const { collection, tokenId = 2n } = second ?? {}
    market.emit({ topic: 'order', chainId: CHAIN, orderId: 1n, collection: collection ?? EXCHANGE, tokenId, maker: BOB })
    await reads(cart, 'Pay 1.025 ETH for 1 work')
  })

  it('[CART-02, CART-05] buys all lines in one transaction; each ends as bought, or not bought with its reason', async () => {
    const hung = hang(['1', '2'])
    const { cart, wallet, user, market } = await openCart(hung)
    wallet.onMined = (call, hash) => {
      wallet.receipt = logsOf(call, ({ order }) => order.key.sellAsset.tokenId === 1n)
      for (const item of hung.items) market.change(item, { listings: [], isOnSale: false })
      market.answer('nft.history', () => [anEvent(hung.items[0] as ItemRecord, { txHash: hash })])
    }
    await pressReady(user, payIn(cart))
    await reads(cart, '1 bought, 1 not bought')
    expect(wallet.sent.map(({ functionName, value }) => [functionName, value])).toEqual([['sweep', parseEther('3.075')]])
    expect(lineOn(cart, 'Work 1')).toContain('Yours. You paid 1.025 ETH')
    expect(lineOn(cart, 'Work 2')).toContain('2.05 ETH came back to you')
    expect(listCart(ALICE).map(({ tokenId }) => tokenId)).toEqual([2n])
  })

  it('[CART-06] loses no line by a refusal in the wallet, and the same button pays', async () => {
    const hung = hang(['1', '2'])
    const { cart, wallet, user } = await openCart(hung)
    wallet.refusals.push(declined())
    await pressReady(user, payIn(cart))
    await reads(cart, 'You declined in the wallet. Nothing was sent.')
    expect([wallet.sent, listCart(ALICE).length]).toEqual([[], 2])
    wallet.onMined = (call) => {
      wallet.receipt = logsOf(call, () => true)
    }
    await pressReady(user, payIn(cart))
    await reads(cart, '2 bought')
    expect([wallet.sent.length, listCart(ALICE)]).toEqual([1, []])
  })

  it('[CART-06] takes up a payment after a reload: its lines are not bought twice', async () => {
    const hung = hang(['1', '2'])
    const { cart, wallet, user, market } = await openCart(hung)
    wallet.statuses.push(...Array.from({ length: 60 }, () => 'waiting' as const))
    await pressReady(user, payIn(cart))
    await reads(cart, 'You can close this.')
    const [call] = wallet.sent
    const again = await openPage('/explore', { market, wallet, as: ALICE, isReload: true })
    const drawer = await openDrawer(again)
    expect(drawer.queryByRole('button', { name: /^Pay \S+ ETH for/ })).toBeNull()
    if (call) wallet.receipt = logsOf(call, () => true)
    wallet.statuses.length = 0
    await reads(drawer, '2 bought')
    expect([wallet.sent.length, listCart(ALICE)]).toEqual([1, []])
  })

  it('[CART-06] leaves alone what another tab has asked the wallet for', async () => {
    const hung = hang(['1', '2'])
    const sent = { to: EXCHANGE, dataHash: '0x1', value: '0', nonce: 1, block: '1' } as const
    const doing = { chainId: CHAIN, account: ALICE, act: 'buyMany', title: '1 work', item: undefined } as const
    const { cart } = await openCart(hung, {}, () => addTransaction({ ...doing, sent, subject: subjectOf(hung.lines.slice(0, 1)) }))
    await reads(cart, 'Pay 2.05 ETH for 1 work')
    expect(lineOn(cart, 'Work 1')).toContain('Answer in your wallet')
  })

  it('[CART-06] leaves alone what another tab has sent, and settles it at its block though that tab is closed', async () => {
    const hung = hang(['1', '2', '3'], { selling: 5n })
    // The clock of the page is behind that of this test.
    const lines = hung.lines.map((line) => ({ ...line, at: 0 }))
    const { cart, wallet, market } = await openCart({ ...hung, lines })
    await reads(cart, 'Pay 1.23 ETH for 3 works')
    const [first, second] = lines
    if (!first || !second) throw new Error('no line')
    const doing = { chainId: CHAIN, account: ALICE, act: 'buyMany', title: '2 works', item: undefined } as const
    wallet.statuses.push(...Array.from({ length: 60 }, () => 'waiting' as const))
    wallet.receipt = [logOf({ token: first.collection, tokenId: 1n, owner: BOB, salt: first.salt, amount: 1n })]
    inOtherTab('transactions', () => addTransaction({ ...doing, hash: '0x51', subject: subjectOf([first, second]) }))
    await reads(cart, 'Pay 0.615 ETH for 1 work')
    for (const name of ['Work 1', 'Work 2']) expect(lineOn(cart, name)).toContain('On its way')
    expect(listTransactions()[0]?.status).toBe('pending')
    market.answer('nft.history', () => [anEvent(hung.items[0] as ItemRecord, { txHash: '0x51' })])
    wallet.statuses.length = 0
    await expect
      .poll(() => listCart(ALICE).map(({ tokenId, failedIn }) => [tokenId, failedIn]))
      .toEqual([
        [2n, '0x51'],
        [3n, undefined],
      ])
    await reads(cart, 'Pay 1.025 ETH for 2 works')
    expect(cart.queryByText('Work 1')).toBeNull()
    expect(lineOn(cart, 'Work 2')).not.toContain('On its way')
    expect(wallet.sent).toEqual([])
  })

  it('[CART-10] allows and pays in one transaction where the wallet sends several calls as one', async () => {
    const { market, items, lines } = hang(['1', '2'], { payToken: WETH })
    const wallet = Object.assign(new ScriptedWallet(), { batches: true, tokens: parseEther('10') })
    const { cart, user } = await openCart({ market, items, lines }, { wallet })
    await reads(cart, 'Pay 3.075 WETH for 2 works')
    wallet.onMined = (call) => {
      if (call.functionName === 'sweep') wallet.receipt = logsOf(call, () => true)
    }
    await pressReady(user, payIn(cart))
    await reads(cart, '2 bought')
    expect(wallet.log.filter((asked) => !asked.startsWith('dry'))).toEqual(['batch approve+sweep'])
    const [approve, sweep] = wallet.sent
    expect(approve?.args[1]).toBe(parseEther('3.075'))
    // The wallet chooses the limit of gas: a purchase of fewer lines must not fit it.
    expect(sweep?.args.at(-1)).toBe(2n)
    expect(listCart(ALICE)).toEqual([])
  })

  it('[CART-10] offers to set what lines that failed left of an allowance to what open bids need', async () => {
    const { market, items, lines } = hang(['1', '2'], { payToken: WETH })
    const wallet = Object.assign(new ScriptedWallet(), { tokens: parseEther('10') })
    market.answer('paytoken.committed', ({ token, chainId = CHAIN }) => ({ chainId, token, committed: parseEther('0.5'), bids: 1 }))
    const { cart, user } = await openCart({ market, items, lines }, { wallet })
    wallet.onMined = (call, hash) => {
      if (call.functionName !== 'sweep') return
      market.answer('nft.history', () => [anEvent(items[0] as ItemRecord, { txHash: hash })])
      wallet.receipt = logsOf(call, ({ order }) => order.key.sellAsset.tokenId === 1n)
      wallet.allowance -= parseEther('1.025')
    }
    await pressReady(user, payIn(cart))
    await reads(cart, '1 bought, 1 not bought')
    expect(wallet.sent.map(({ functionName }) => functionName)).toEqual(['approve', 'sweep'])
    await reads(cart, 'The market may still take 2.55 WETH. Your open bids need 0.50 WETH.')
    await user.click(cart.getByRole('button', { name: 'Set to what is needed' }))
    await expect.poll(() => cart.queryByRole('button', { name: 'Set to what is needed' })).toBeNull()
    expect([wallet.sent.at(-1)?.functionName, wallet.allowance]).toEqual(['approve', parseEther('0.5')])
  })

  it('[MORE-02] buys for another address, which the call and the panel name', async () => {
    const hung = hang(['1'])
    const { cart, wallet, user } = await openCart(hung)
    await user.click(cart.getByRole('button', { name: 'Buy for another address' }))
    const field = cart.getByLabelText('Who receives the works')
    fireEvent.change(field, { target: { value: ALICE } })
    await reads(cart, 'That is your own address')
    expect(payIn(cart)().disabled).toBe(true)
    fireEvent.change(field, { target: { value: EVE } })
    wallet.statuses.push(...Array.from({ length: 9 }, () => 'waiting' as const))
    await pressReady(user, payIn(cart))
    await waitFor(() => expect(cart.getByRole('region', { name: 'What this lets happen' }).textContent).toContain(EVE.slice(0, 6)))
    expect(wallet.sent[0]?.args.at(-2)).toBe(EVE)
  })

  it('[CART-01] takes a work in by its button, and says so in the header', async () => {
    const { market, items } = hang(['1'])
    const [item] = items
    if (!item) throw new Error('no work')
    const { screen, user } = await openPage(itemPath(item), { market })
    await user.click(await screen.findByRole('button', { name: 'Add Work 1 to the cart' }))
    expect(await screen.findByRole('button', { name: 'Cart, 1 work' })).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Take Work 1 out of the cart' }))
    expect(await screen.findByRole('button', { name: 'Cart' })).toBeTruthy()
  })
})

describe('a purchase of several at once', () => {
  it('[CART-07, CART-08] sweeps the cheapest by number and by amount, at no more than was shown', async () => {
    const hung = hang(['3', '1', '2', '4'])
    const { screen, user, wallet } = await openPage('/explore', { market: hung.market, as: ALICE })
    await user.click(await screen.findByRole('button', { name: 'Sweep' }))
    const bar = within(await screen.findByRole('region', { name: 'Sweep' }))
    await reads(bar, 'Buy 3 for 6.15 ETH')
    const knob = bar.getByRole('slider')
    fireEvent.keyDown(knob, { key: 'PageDown' })
    await reads(bar, 'Buy 1 for 1.025 ETH')
    fireEvent.change(bar.getByRole('textbox'), { target: { value: '3.1' } })
    await user.click(await bar.findByRole('button', { name: 'Buy 2 for 3.075 ETH' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText(/^Checked again/)
    const [, cheapest] = hung.items
    if (cheapest) hung.market.change(cheapest, { listings: listedAt(cheapest, '1.5') })
    wallet.onMined = (call) => {
      wallet.receipt = logsOf(call, () => true)
    }
    await pressReady(user, payIn(dialog))
    await reads(dialog, 'It became dearer, so it was left out')
    expect(wallet.sent.map(({ value }) => value)).toEqual([parseEther('2.05')])
  })

  it('[CART-07, PORT-10] refuses a comma and too many digits in the budget', async () => {
    const { screen, user } = await openPage('/explore', { market: hang(['0.2', '0.3']).market, as: ALICE })
    await user.click(await screen.findByRole('button', { name: 'Sweep' }))
    const bar = within(await screen.findByRole('region', { name: 'Sweep' }))
    await reads(bar, 'Buy 2 for 0.5125 ETH')
    const budget = bar.getByRole('textbox')
    for (const [typed, said] of [
      ['0,5', 'Did you mean 0.5?'],
      [`0.${'1'.repeat(19)}`, 'Too many digits after the point'],
    ]) {
      fireEvent.change(budget, { target: { value: typed } })
      expect(wordsOf(await bar.findByRole('alert'))).toBe(said)
      expect(bar.getByRole<HTMLButtonElement>('button', { name: /^Buy/ }).disabled).toBe(true)
    }
    fireEvent.change(budget, { target: { value: '0.5' } })
    await reads(bar, 'Buy 1 for 0.205 ETH')
    expect(bar.queryByRole('alert')).toBeNull()
  })

  it('[ITEMP-04] buys any number of an edition over its listings, cheapest first', async () => {
    const market = new FakeMarket()
    const bare = anItem({ standard: TOKEN_STANDARD.ERC1155, metadata: metadataOf('Prints'), supply: 20n })
    const sale = (maker: typeof BOB, price: string, selling: bigint) => aSale(bare, maker, { selling, price: parseEther(price) * selling })
    const item = market.hang({ ...bare, listings: [sale(BOB, '1', 2n), sale(EVE, '2', 5n)], isOnSale: true })
    const { screen, user, wallet } = await openPage(itemPath(item), { market, as: ALICE })
    await user.click(await screen.findByRole('button', { name: 'Buy several' }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByLabelText('How many'), { target: { value: '4' } })
    await reads(dialog, 'From 2 listings, cheapest first')
    await user.click(await dialog.findByRole('button', { name: 'Buy 4 for 6.15 ETH' }))
    const cart = within(await screen.findByRole('dialog', { name: /Sweep/ }))
    await pressReady(user, payIn(cart))
    await expect.poll(() => wallet.sent.length).toBe(1)
    const amounts = wallet.sent.map(({ args }) => (args as [Fill[]])[0].map(({ amount }) => amount))
    expect([amounts, wallet.sent[0]?.value]).toEqual([[[2n, 2n]], parseEther('6.15')])
  })
})
