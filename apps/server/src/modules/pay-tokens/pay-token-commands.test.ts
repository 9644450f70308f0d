import { type ForeignMoney, foreignMint } from '@plinth/devnet'
import type { Address } from '@plinth/protocol'
import { parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startFakeNode } from '../../../test/chain/fake-node.ts'
import { deployForeign } from '../../../test/chain/foreign-contracts.ts'
import { fakeChain, openTestServer } from '../../../test/market/harness.ts'
import { TestMarket, type Who } from '../../../test/market/market.ts'
import { takeDollars } from '../../../test/market/money.ts'
import { operate, rowsOf } from '../../../test/operator/operate.ts'
import type { Node } from '../../chain/pool.ts'
import { seedSite } from '../../prepare-database.ts'

const CHAIN = '31337'
const NOWHERE = `0x${'5e'.repeat(20)}`
const TOKEN = parseAbi(['function balanceOf(address account) view returns (uint256)', 'function lock(address account)'])
const HELD = 1_000_003_777n

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
})
afterAll(() => market.close())
beforeEach(async () => {
  await context().db.deleteFrom('pay_token').where('symbol', '=', 'GLD').execute()
})

/** A token of a third party; Alice holds all of it. */
async function issue(kind: ForeignMoney, amount = HELD): Promise<Address> {
  const token = await deployForeign(market, kind)
  if (amount > 0n) await give(token, 'alice', amount)
  return token
}

async function give(token: Address, to: Who, amount: bigint): Promise<void> {
  await market.mined(await market.wallet('carol').sendTransaction({ to: token, data: foreignMint(market.address(to), amount) }))
}

async function lock(token: Address, who: Who): Promise<void> {
  const call = { address: token, abi: TOKEN, functionName: 'lock', args: [market.address(who)] } as const
  await market.mined(await market.wallet('carol').writeContract(call))
}

const context = () => market.server.context
const run = (act: string, ...options: string[]) => operate(context(), 'pay-tokens', act, '--chain', CHAIN, ...options, '--why', 'asked for')
const add = (token: string, ...more: string[]) => run('add', '--token', token, '--decimals', '2', ...more)
const dollar = () => market.testnet.contracts.dollar
const addDollar = (...more: string[]) => run('add', '--token', dollar(), ...more)
/** As if the configuration did not name it. */
const forget = () => context().db.deleteFrom('pay_token').where('symbol', '=', 'PUSD').execute()
const listed = async () =>
  (await (await market.session('alice')).api.paytoken.list({ chainId: market.chainId })).map(({ address }) => address)
const balanceOf = (token: Address, who: Who) =>
  market.testnet.publicClient.readContract({ address: token, abi: TOKEN, functionName: 'balanceOf', args: [market.address(who)] })
const newestDetails = async () => JSON.parse(String((await rowsOf(context(), 'acts', 'list'))[0]?.details))

/** As a node that does not simulate calls. */
function withoutSimulation(): () => void {
  const { pool } = context().chains.get(market.chainId)
  const before = pool.withNode
  const deaf = (node: Node): Node => ({
    name: node.name,
    request: (method, params) =>
      method === 'eth_simulateV1' ? Promise.reject(new Error('the method does not exist')) : node.request(method, params),
  })
  pool.withNode = (work, options) => before((node) => work(deaf(node)), options)
  return () => {
    pool.withNode = before
  }
}

describe('pay-tokens add', () => {
  it('[F-86] takes a token whose simulated transfers arrive whole, and moves nothing', async () => {
    for (const kind of ['Guilder', 'Mute'] as const) {
      const token = await issue(kind)
      expect(await add(token)).toBe('GLD (Guilder) is a pay token of chain 31337.')
      expect(await listed()).toContain(token)
      expect(await balanceOf(token, 'alice')).toBe(HELD)
    }
    expect(await newestDetails()).toMatchObject({ symbol: 'GLD', isTried: true })
  })

  it('[F-86] refuses a token with shares behind a balance, and names the kind', async () => {
    const token = await issue('Staked')
    await expect(add(token)).rejects.toThrow(
      /^GLD can’t pay here: of \d+ units sent, \d+ left the payer and \d+ arrived\. Tokens with shares behind a balance \(stETH, aTokens\)/,
    )
    await expect(add(token, '--untried')).rejects.toThrow('shares behind a balance')
    expect(await listed()).not.toContain(token)
  })

  it('[F-86] refuses a token that keeps a part of a transfer, or takes more from its payer', async () => {
    await expect(add(await issue('Toll'))).rejects.toThrow('a fee on transfer are not for a market')
    await expect(add(await issue('Surcharge'))).rejects.toThrow('a fee on transfer are not for a market')
  })

  it('[F-86] refuses a token whose transfer is no success, untried or not', async () => {
    const token = await issue('Frozen')
    await lock(token, 'alice')
    const sentence = `GLD refuses a transfer from ${market.address('alice')}.`
    await expect(add(token)).rejects.toThrow(sentence)
    await expect(add(token, '--untried')).rejects.toThrow(sentence)
  })

  it('[F-86] tries the holder that the operator names', async () => {
    const token = await issue('Staked')
    await expect(add(token, '--holder', market.address('bob'))).rejects.toThrow('no account with 1,000 units of it was found')
    await expect(add(token, '--holder', market.address('alice'))).rejects.toThrow('can’t pay here')
  })

  it('[F-86] takes a token that no transfer proved only where the operator says so', async () => {
    const token = await issue('Guilder', 0n)
    await expect(add(token)).rejects.toThrow('No transfer of GLD can be tried: no account with 1,000 units of it was found.')
    expect(await add(token, '--untried')).toBe('GLD (Guilder) is a pay token of chain 31337.')
    expect(await newestDetails()).toMatchObject({ isTried: false })
  })

  it('[F-86] says that no node simulates calls', async () => {
    const token = await issue('Guilder')
    const restore = withoutSimulation()
    try {
      await expect(add(token)).rejects.toThrow('no node of chain 31337 simulates calls (eth_simulateV1)')
      expect(await add(token, '--untried')).toBe('GLD (Guilder) is a pay token of chain 31337.')
    } finally {
      restore()
    }
  })

  it('[F-86] tries the next holder where the richest is locked', async () => {
    const token = await issue('Frozen')
    await lock(token, 'alice')
    await give(token, 'bob', 5_000n)
    expect(await add(token)).toBe('GLD (Guilder) is a pay token of chain 31337.')
  })
})

describe('the coin as an ERC20', () => {
  it('[F-80] is no money, tried or not', async () => {
    const token = await issue('CoinFace', 0n)
    const sentence = 'GLD is the coin of chain 31337 itself as an ERC20: take its wrapped coin as money instead.'
    await expect(add(token)).rejects.toThrow(sentence)
    await expect(add(token, '--untried')).rejects.toThrow(sentence)
  })

  it('[F-80] is known on Celo without a question to a node', async () => {
    const node = await startFakeNode(42220, 1)
    const celo = await openTestServer({ chains: [fakeChain(node.url, 42220)] })
    onTestFinished(async () => {
      await celo.close()
      await node.close()
    })
    const face = '0x471EcE3750Da237f93B8E339c536989b8978a438'
    const line = ['--chain', '42220', '--token', face, '--decimals', '18', '--untried', '--why', 'asked for']
    await expect(operate(celo.context, 'pay-tokens', 'add', ...line)).rejects.toThrow(
      `${face.toLowerCase()} is the coin of chain 42220 itself as an ERC20: take its wrapped coin as money instead.`,
    )
  })
})

describe('pay-tokens', () => {
  it('refuses a pay token with wrong decimals or address, or a known one, with a sentence each', async () => {
    await expect(addDollar('--decimals', '6')).rejects.toThrow('is a pay token of chain 31337 already.')
    await forget()
    await expect(addDollar('--decimals', '18')).rejects.toThrow(
      `PUSD at ${dollar()} has 6 decimals on chain 31337, and you said 18: look whether it is the right token.`,
    )
    await expect(add(NOWHERE)).rejects.toThrow(`There is no contract at ${NOWHERE} on chain 31337`)
    await expect(add(market.official)).rejects.toThrow('is no ERC20: it does not tell name, symbol and decimals.')
    await expect(add('0x12')).rejects.toThrow('--token must be an address, 0x and 40 hex digits, and it is "0x12".')
    const elsewhere = operate(context(), 'pay-tokens', 'add', '--chain', '5', '--token', dollar(), '--decimals', '6', '--why', 'asked for')
    await expect(elsewhere).rejects.toThrow('Chain 5 is not one')
  })

  it('adds one that visitors can pay with, which the next start leaves alone', async () => {
    await forget()
    await takeDollars(market, 'bob', 1_000_000n)
    expect(await addDollar('--decimals', '6', '--default')).toBe('PUSD (Plinth Dollar) is a pay token of chain 31337.')
    const { api } = await market.session('alice')
    const defaults = (await api.paytoken.list({ chainId: market.chainId })).filter((token) => token.isDefault)
    expect(defaults.map(({ address }) => address)).toEqual([dollar()])
    await seedSite(context())
    expect((await api.paytoken.list({ chainId: market.chainId })).filter((token) => token.isDefault)).toHaveLength(1)
    const remove = ['remove', '--chain', CHAIN, '--token', dollar()] as const
    await expect(operate(context(), 'pay-tokens', ...remove)).rejects.toThrow('Say why with --why')
    await expect(operate(context(), 'pay-tokens', ...remove, '--why', 'x')).rejects.toThrow('stands in the configuration of chain 31337')
  })
})
