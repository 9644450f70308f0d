import type { SellingFacts } from '@plinth/api'
import { AppError, errorText } from '@plinth/api'
import { TOKEN_STANDARD, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, COLLECTION } from '../../../../test/addresses.ts'
import { factsOf } from '../../../../test/fake/bulk-answers.ts'
import { FakeMarket } from '../../../../test/fake/fake-market.ts'
import { aHolding, anItem, aSale } from '../../../../test/fake/records.ts'
import { type Opened, openPage, type PageOptions } from '../../../../test/page.tsx'
import { declined } from '../../../../test/scripted-market.ts'
import { ScriptedWallet } from '../../../../test/scripted-wallet.ts'
import { reads, wordsOf } from '../../../../test/trade.ts'

const OTHER = toAddress(`0x${'c5'.repeat(20)}`)
const ether = (text: string, money = ZERO_ADDRESS) => ({ money, payToken: money, unitPrice: parseEther(text) })

/** Works of Alice, by number; those of `listed` on sale for 0.9 ETH. `facts` says what they are priced by. */
function works(
  count: number,
  { listed = [], facts = () => ({}) }: { listed?: number[]; facts?: (at: number) => Partial<SellingFacts> } = {},
) {
  const market = new FakeMarket()
  market.config.sellerFee = 250n
  const items = Array.from({ length: count }, (_, at) => {
    const item = anItem({ tokenId: BigInt(at + 1), owner721: ALICE, name: `Work ${at + 1}`, collection: at % 2 === 0 ? COLLECTION : OTHER })
    return listed.includes(at) ? { ...item, isOnSale: true, listings: [aSale(item, ALICE, { price: parseEther('0.9') })] } : item
  })
  market.hang(...items)
  market.answer('selling.facts', ({ items: asked }) => ({
    list: asked.flatMap((ref) => {
      const at = items.findIndex((one) => one.tokenId === ref.tokenId)
      const item = market.itemOf(ref)
      return item ? [factsOf(item, ALICE, facts(at))] : []
    }),
  }))
  return { market, items }
}

const keyOf = (at: number) => `${CHAIN}:${at % 2 === 0 ? COLLECTION : OTHER}:${at + 1}`

/** Opens the editor with these works picked. */
function openEditor(
  market: FakeMarket,
  count: number,
  { mode = 'list', ...options }: Partial<PageOptions> & { mode?: 'list' | 'change' } = {},
) {
  const rows = Array.from({ length: count }, (_, at) => ({ key: keyOf(at), price: '' }))
  localStorage.clear()
  sessionStorage.setItem('bulk', JSON.stringify({ account: ALICE, mode, rows, tokens: {}, life: 'week', pick: '' }))
  return openPage(mode === 'list' ? '/items/list' : '/items/prices', { market, as: ALICE, isReload: true, ...options })
}

const priceOf = ({ screen }: Opened, at: number) => screen.findByRole<HTMLInputElement>('textbox', { name: `Price of Work ${at + 1}` })
const prices = () => [...document.querySelectorAll<HTMLInputElement>('.bulk-price .field input')].map(({ value }) => value)
const results = () => [...document.querySelectorAll('.bulk-results li')].map(wordsOf)

describe('picking works', () => {
  it('[BULK-01] boxes on own works alone, a bar that says how many, and all that are shown by one press', async () => {
    const { market } = works(3)
    market.hang(anItem({ tokenId: 9n, owner721: BOB, name: 'Of Bob' }))
    const { user, screen } = await openPage(`/account/${ALICE}?tab=collectibles`, { market, as: ALICE })
    await user.click(await screen.findByRole('checkbox', { name: 'Pick Work 2' }))
    const bar = await screen.findByRole('region', { name: 'Picked works' })
    await expect.poll(() => wordsOf(bar)).toContain('1 work ')
    await user.click(await screen.findByRole('button', { name: 'Pick all 3 shown' }))
    await expect.poll(() => wordsOf(bar)).toContain('3 works')
    await user.keyboard('{Escape}')
    await expect.poll(() => screen.queryByRole('region', { name: 'Picked works' })).toBeNull()
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Pick Work 1' }).checked).toBe(false)
  })

  it('[BULK-01] leads to the editor with what is picked', async () => {
    const { market } = works(2)
    const { user, screen } = await openPage(`/account/${ALICE}?tab=collectibles`, { market, as: ALICE })
    await user.click(await screen.findByRole('checkbox', { name: 'Pick Work 2' }))
    await user.click(await screen.findByRole('button', { name: 'List 1' }))
    await screen.findByRole('heading', { level: 1, name: 'List 1 work' })
    await screen.findByRole('textbox', { name: 'Price of Work 2' })
  })
})

describe('the editor of many prices', () => {
  it('[BULK-01] fills all rows from a source, moves picked ones by a percentage, and takes the last fill back', async () => {
    const { market } = works(3, { facts: (at) => ({ floors: [ether(['0.384', '0.5', '2'][at] ?? '1')] }) })
    const opened = await openEditor(market, 3)
    const { user, screen } = opened
    await priceOf(opened, 0)
    await user.click(screen.getByRole('button', { name: 'Floor' }))
    expect(prices()).toEqual(['0.38', '0.5', '2'])
    await user.click(screen.getByRole('checkbox', { name: 'Pick Work 2' }))
    await user.click(screen.getByRole('button', { name: '+5%' }))
    expect(prices()).toEqual(['0.38', '0.53', '2'])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(prices()).toEqual(['0.38', '0.5', '2'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Undo' }).disabled).toBe(true)
    // Enter goes down.
    await user.click(await priceOf(opened, 0))
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(await priceOf(opened, 1))
  })

  it('[BULK-02, BULK-05, SIGN-05] approves each collection, then signs all by one signature', async () => {
    const { market } = works(4, { facts: () => ({ floors: [ether('0.5')] }) })
    const opened = await openEditor(market, 4)
    const { user, screen, wallet } = opened
    await priceOf(opened, 0)
    await user.click(screen.getByRole('button', { name: 'Floor' }))
    wallet.onMined = ({ functionName }) => {
      if (functionName === 'setApprovalForAll') wallet.isApproved = wallet.log.filter((line) => line.startsWith('send')).length > 1
    }
    await user.click(await screen.findByRole('button', { name: 'Sign 4 listings' }))
    await screen.findByText('4 works are listed')
    expect(wallet.log.filter((line) => !line.startsWith('dry'))).toEqual(['send setApprovalForAll', 'send setApprovalForAll', 'sign'])
    const [sent, ...more] = market.inputsOf('order.submitmany')
    expect(more).toEqual([])
    expect(sent?.orders.map(({ unitPrice }) => unitPrice)).toEqual(Array.from({ length: 4 }, () => parseEther('0.5')))
    expect(results()).toHaveLength(4)
  })

  it('[BULK-05] goes on without the works of a collection whose approval was refused, and offers them again', async () => {
    const { market } = works(3, { facts: () => ({ floors: [ether('0.5')] }) })
    const wallet = new ScriptedWallet()
    const approved = new Set<string>()
    wallet.wallet.read = async (call) => (call.functionName === 'isApprovedForAll' ? (approved.has(call.address) as never) : (0n as never))
    wallet.onMined = ({ functionName, address }) => {
      if (functionName === 'setApprovalForAll') approved.add(address)
    }
    const opened = await openEditor(market, 3, { wallet })
    const { user, screen } = opened
    await priceOf(opened, 0)
    await user.click(screen.getByRole('button', { name: 'Floor' }))
    wallet.refusals.push(declined())
    await user.click(await screen.findByRole('button', { name: 'Sign 3 listings' }))
    await screen.findByText('1 of 3 done')
    expect(market.inputsOf('order.submitmany').map(({ orders }) => orders.map(({ tokenId }) => tokenId))).toEqual([[2n]])
    expect(results().filter((line) => line.includes('were not allowed'))).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Try 2 again' }))
    await expect.poll(prices).toEqual(['0.5', '0.5'])
  })

  it('[BULK-02] says of each work whether it was taken, and why not', async () => {
    const { market } = works(3, { facts: () => ({ floors: [ether('0.5')] }) })
    market.answer('order.submitmany', ({ orders }) => ({
      orders: orders.map((_, at) => (at === 1 ? { code: 'NO_HOLDING' as const, errno: 1, text: 'You hold it no more.' } : {})),
    }))
    const wallet = Object.assign(new ScriptedWallet(), { isApproved: true })
    const opened = await openEditor(market, 3, { wallet })
    const { user, screen } = opened
    await priceOf(opened, 0)
    await user.click(screen.getByRole('button', { name: 'Floor' }))
    await user.click(await screen.findByRole('button', { name: 'Sign 3 listings' }))
    await screen.findByText('2 of 3 done')
    expect(results()[1]).toContain('You hold it no more.')
    expect(wallet.log).toEqual(['sign'])
  })

  it('[BULK-01] keeps what was typed through a declined signature and a reload', async () => {
    const { market } = works(2)
    const wallet = Object.assign(new ScriptedWallet(), { isApproved: true })
    const opened = await openEditor(market, 2, { wallet })
    const { user, screen } = opened
    await user.type(await priceOf(opened, 0), '0.7')
    await user.type(await priceOf(opened, 1), '0.8')
    wallet.refusals.push(declined())
    await user.click(screen.getByRole('button', { name: 'Sign 2 listings' }))
    await screen.findByText(errorText('USER_REJECTED', 'en'))
    expect(market.inputsOf('order.submitmany')).toEqual([])
    const again = await openPage('/items/list', { market, as: ALICE, isReload: true })
    await priceOf(again, 0)
    expect(prices()).toEqual(['0.7', '0.8'])
  })

  it('[BULK-02] signs the rows as they stand when a declined signature is tried again', async () => {
    const { market } = works(2)
    const wallet = Object.assign(new ScriptedWallet(), { isApproved: true })
    const opened = await openEditor(market, 2, { wallet })
    const { user, screen } = opened
    await user.type(await priceOf(opened, 0), '0.7')
    await user.type(await priceOf(opened, 1), '0.8')
    wallet.refusals.push(declined())
    await user.click(screen.getByRole('button', { name: 'Sign 2 listings' }))
    await screen.findByText(errorText('USER_REJECTED', 'en'))
    await user.clear(await priceOf(opened, 1))
    await user.type(await priceOf(opened, 1), '0.9')
    await user.click(screen.getByRole('radio', { name: '1 day' }))
    await user.click(screen.getByRole('button', { name: 'Sign 2 listings' }))
    await screen.findByText('2 works are listed')
    const [first, second] = market.inputsOf('order.preparemany').map(({ orders }) => orders)
    expect(second?.map(({ unitPrice }) => unitPrice)).toEqual([parseEther('0.7'), parseEther('0.9')])
    expect(second?.[0]?.validUntil).toBeLessThan(first?.[0]?.validUntil ?? 0)
    expect(market.inputsOf('order.submitmany')[0]?.orders.map(({ unitPrice }) => unitPrice)).toEqual([parseEther('0.7'), parseEther('0.9')])
  })

  it('[BULK-02] sends the same signature again after a failed connection, and asks for another once a row is changed', async () => {
    const { market } = works(1)
    let failures = 2
    market.answer('order.submitmany', ({ orders }) => {
      if (failures-- > 0) throw new AppError('INTERNAL')
      return { orders: orders.map(() => ({})) }
    })
    const wallet = Object.assign(new ScriptedWallet(), { isApproved: true })
    const opened = await openEditor(market, 1, { wallet })
    const { user, screen } = opened
    await user.type(await priceOf(opened, 0), '0.7')
    const sign = () => user.click(screen.getByRole('button', { name: 'Sign 1 listing' }))
    const failed = () => screen.findByText(errorText('INTERNAL', 'en'))
    await sign()
    await failed()
    await sign()
    await expect.poll(() => market.inputsOf('order.submitmany').length).toBe(2)
    expect(wallet.log).toEqual(['sign'])
    await failed()
    await user.clear(await priceOf(opened, 0))
    await user.type(await priceOf(opened, 0), '0.9')
    await sign()
    await screen.findByText('1 work is listed')
    expect(wallet.log).toEqual(['sign', 'sign'])
    expect(market.inputsOf('order.submitmany').at(-1)?.orders).toMatchObject([{ unitPrice: parseEther('0.9') }])
  })

  it('[BULK-06] asks again about a far price, and the button waits for each answer', async () => {
    const { market } = works(3, {
      facts: (at) =>
        [{ floors: [ether('0.38')] }, { offers: [ether('0.345')] }, { lastSale: { money: ZERO_ADDRESS, unitPrice: parseEther('0.1') } }][
          at
        ] ?? {},
    })
    const opened = await openEditor(market, 3)
    const { user, screen } = opened
    for (const [at, typed] of ['0.042', '0.3', '1.1'].entries()) await user.type(await priceOf(opened, at), typed)
    await reads(screen, '0.042 is 89% below the floor of 0.38.')
    await reads(screen, '0.30 is under the top offer of 0.345.')
    await reads(screen, '1.10 is 11 times the last sale of 0.10.')
    const sign = screen.getByRole<HTMLButtonElement>('button', { name: 'Sign 3 listings' })
    expect(sign.disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: /^Use 0\.42/ }))
    await user.click(screen.getByRole('button', { name: /^Keep 0\.30/ }))
    expect(sign.disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: /^Keep 1\.10/ }))
    await expect.poll(() => sign.disabled).toBe(false)
    expect(prices()).toEqual(['0.42', '0.3', '1.1'])
    // Another price is another question.
    await user.clear(await priceOf(opened, 1))
    await user.type(await priceOf(opened, 1), '0.2')
    await expect.poll(() => sign.disabled).toBe(true)
  })

  it('[BULK-01] lists all units of an edition unless fewer are typed', async () => {
    const market = new FakeMarket()
    const item = anItem({
      tokenId: 1n,
      standard: TOKEN_STANDARD.ERC1155,
      supply: 10n,
      onlyOwner: '',
      name: 'Work 1',
      collection: COLLECTION,
    })
    const { collection, tokenId } = item
    market.hang({ ...item, holdings: [aHolding({ collection, tokenId, owner: ALICE, quantity: 7n })] })
    const wallet = Object.assign(new ScriptedWallet(), { isApproved: true })
    const opened = await openEditor(market, 1, { wallet })
    const { user, screen } = opened
    await user.type(await priceOf(opened, 0), '2')
    const units = screen.getByRole<HTMLInputElement>('textbox', { name: 'Units of Work 1' })
    expect(units.value).toBe('7')
    await user.clear(units)
    await user.type(units, '8')
    await reads(screen, 'That is more than there are')
    await user.clear(units)
    await user.type(units, '3')
    await user.click(screen.getByRole('button', { name: 'Sign 1 listing' }))
    await screen.findByText('1 work is listed')
    expect(market.inputsOf('order.submitmany')[0]?.orders).toMatchObject([{ quantity: 3n, unitPrice: parseEther('2') }])
  })

  it('[BULK-07] lowers by the signature alone, and raises by one end of the old listing before it', async () => {
    const { market, items } = works(2, { listed: [0, 1] })
    const wallet = Object.assign(new ScriptedWallet(), { isApproved: true })
    const opened = await openEditor(market, 2, { wallet, mode: 'change' })
    const { user, screen } = opened
    await user.type(await priceOf(opened, 0), '0.8')
    await user.type(await priceOf(opened, 1), '1.2')
    await screen.findByText('End 1 listing whose price rises')
    const [lower, raised] = items
    wallet.onMined = ({ functionName }) => {
      if (functionName === 'cancelMany' && raised) market.change(raised, { listings: [], isOnSale: false })
    }
    await user.click(screen.getByRole('button', { name: 'Change 2 prices' }))
    await screen.findByText('2 prices are changed')
    expect(wallet.log).toEqual(['dry cancelMany', 'send cancelMany', 'sign'])
    const [prepared] = market.inputsOf('order.preparemany')
    expect(prepared?.orders.map(({ salt, unitPrice }) => [salt, unitPrice])).toEqual([
      [lower?.listings[0]?.salt, parseEther('0.8')],
      [undefined, parseEther('1.2')],
    ])
  })

  it('[BULK-07] ends what is raised after a declined signature, and lists again what was ended before', async () => {
    const { market, items } = works(2, { listed: [0, 1] })
    const wallet = Object.assign(new ScriptedWallet(), { isApproved: true })
    const opened = await openEditor(market, 2, { wallet, mode: 'change' })
    const { user, screen } = opened
    const price = async (at: number, text: string) => {
      await user.clear(await priceOf(opened, at))
      await user.type(await priceOf(opened, at), text)
    }
    await price(0, '0.8')
    await price(1, '1.2')
    const ends = [items[1], items[0]]
    wallet.onMined = ({ functionName }) => {
      const ended = functionName === 'cancelMany' ? ends.shift() : undefined
      if (ended) market.change(ended, { listings: [], isOnSale: false })
    }
    // The transaction is sent, the signature is not given.
    wallet.refusals.push(undefined, declined())
    await user.click(screen.getByRole('button', { name: 'Change 2 prices' }))
    await screen.findByText(errorText('USER_REJECTED', 'en'))
    await price(0, '1.1')
    await price(1, '0.7')
    await user.click(screen.getByRole('button', { name: 'Change 2 prices' }))
    await screen.findByText('2 prices are changed')
    expect(wallet.log.filter((line) => !line.startsWith('dry'))).toEqual(['send cancelMany', 'sign', 'send cancelMany', 'sign'])
    expect(
      market
        .inputsOf('order.preparemany')
        .at(-1)
        ?.orders.map(({ salt, unitPrice }) => [salt, unitPrice]),
    ).toEqual([
      [undefined, parseEther('1.1')],
      [undefined, parseEther('0.7')],
    ])
  })
})
