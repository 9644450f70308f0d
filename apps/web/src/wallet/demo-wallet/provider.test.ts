import { LOCAL_NETWORKS, type Network } from '@plinth/protocol'
import {
  encodeAbiParameters,
  numberToHex,
  recoverMessageAddress,
  recoverTransactionAddress,
  recoverTypedDataAddress,
  toFunctionSelector,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { demoAccounts } from './accounts.ts'
import { createDemoProvider } from './provider.ts'
import type { Question } from './question.ts'
import { ProviderRpcError } from './rpc.ts'

const networks = LOCAL_NETWORKS.map((network, index): Network => ({ ...network, rpc: `http://local.test/${index}` }))
const [alice, bob] = demoAccounts()
if (!alice || !bob) throw new Error('The demo words give no accounts')

type Answer = 'yes' | 'no' | 'bob'

/** A wallet whose owner gives scripted answers, over a node that records what it is asked. */
function openWallet(
  answers: Answer[] = [],
  stored: string | null = null,
  read: (call: { to: string; data: string }) => string = () => '0x',
) {
  const asked: Question[] = []
  const sent: { url: string; method: string; params: readonly unknown[] }[] = []
  const events: [string, unknown][] = []
  const store = { text: stored }
  const provider = createDemoProvider({
    networks,
    ask: async (question) => {
      asked.push(question)
      const answer = answers.shift() ?? 'yes'
      return answer === 'no' ? undefined : answer === 'bob' ? bob : question.account
    },
    load: () => store.text,
    save: (text) => {
      store.text = text
    },
    rpc:
      (url) =>
      async <T>(method: string, params: readonly unknown[] = []) => {
        sent.push({ url, method, params })
        const known: Record<string, unknown> = { eth_gasPrice: '0x3b9aca00', eth_estimateGas: '0x5208', eth_getTransactionCount: '0x2' }
        // From the wire, so of no type.
        return (method === 'eth_call' ? read(params[0] as never) : (known[method] ?? '0xdone')) as T
      },
  })
  for (const event of ['accountsChanged', 'chainChanged']) provider.on(event, (value: never) => events.push([event, value]))
  const request = (method: string, ...params: unknown[]) => provider.request({ method, params })
  return { provider, request, asked, sent, events, store }
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no failure',
    (error: unknown) => (error instanceof ProviderRpcError ? error.code : String(error)),
  )

describe('demo wallet', () => {
  it('has the accounts every developer knows', () => {
    expect(alice.address).toBe('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')
    expect(demoAccounts().map(({ name }) => name)).toEqual(['Alice', 'Bob', 'Carol', 'Dan', 'Zhang Wei', 'Eve'])
    expect(demoAccounts()[5]?.address).toBe('0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc')
  })

  it('[NET-39] shows no account until its owner has chosen one', async () => {
    const { request, events } = openWallet(['bob'])
    expect(await request('eth_accounts')).toEqual([])
    expect(await request('eth_requestAccounts')).toEqual([bob.address])
    expect(await request('eth_accounts')).toEqual([bob.address])
    expect(events).toEqual([['accountsChanged', [bob.address]]])
  })

  it('answers 4001 to a refusal and 4100 for an account that was not shown', async () => {
    const { request } = openWallet(['no'])
    expect(await codeOf(request('eth_requestAccounts'))).toBe(4001)
    expect(await codeOf(request('personal_sign', '0x6869', alice.address))).toBe(4100)
  })

  it('forgets the account when the permission is revoked, and remembers it across reloads until then', async () => {
    const first = openWallet()
    await first.request('wallet_requestPermissions', { eth_accounts: {} })
    const second = openWallet([], first.store.text)
    expect(await second.request('eth_accounts')).toEqual([alice.address])
    await second.request('wallet_revokePermissions', { eth_accounts: {} })
    expect(await second.request('eth_accounts')).toEqual([])
    expect(second.events.at(-1)).toEqual(['accountsChanged', []])
  })

  it('asks one thing at a time: a second question is -32002', async () => {
    let release: (value: undefined) => void = () => {}
    const provider = createDemoProvider({
      networks,
      ask: () => new Promise((resolve) => (release = resolve)),
      load: () => null,
      save: () => {},
    })
    const first = codeOf(provider.request({ method: 'eth_requestAccounts' }))
    expect(await codeOf(provider.request({ method: 'eth_requestAccounts' }))).toBe(-32_002)
    release(undefined)
    expect(await first).toBe(4001)
  })

  it('[NET-40] changes to a known network when its owner agrees, and knows no others', async () => {
    const { request, events } = openWallet(['yes', 'no'])
    expect(await request('eth_chainId')).toBe('0x7a69')
    await request('wallet_switchEthereumChain', { chainId: '0x7a6a' })
    expect(await request('eth_chainId')).toBe('0x7a6a')
    expect(events).toEqual([['chainChanged', '0x7a6a']])
    expect(await codeOf(request('wallet_switchEthereumChain', { chainId: '0x7a69' }))).toBe(4001)
    expect(await codeOf(request('wallet_addEthereumChain', { chainId: '0x1' }))).toBe(4902)
  })

  it('signs a text for real', async () => {
    const { request, asked } = openWallet()
    await request('eth_requestAccounts')
    const signature = (await request('personal_sign', '0x48656c6c6f', alice.address)) as `0x${string}`
    expect(asked.at(-1)).toMatchObject({ kind: 'text', text: 'Hello' })
    expect((await recoverMessageAddress({ message: 'Hello', signature })).toLowerCase()).toBe(alice.address)
  })

  it('signs structured data of its own network only', async () => {
    const { request } = openWallet()
    await request('eth_requestAccounts')
    const data = {
      domain: { name: 'Test', version: '1', chainId: 31_337 },
      types: { Note: [{ name: 'text', type: 'string' }] },
      primaryType: 'Note' as const,
      message: { text: 'hi' },
    }
    const signature = (await request('eth_signTypedData_v4', alice.address, JSON.stringify(data))) as `0x${string}`
    expect((await recoverTypedDataAddress({ ...data, signature })).toLowerCase()).toBe(alice.address)
    const foreign = JSON.stringify({ ...data, domain: { ...data.domain, chainId: 1 } })
    expect(await codeOf(request('eth_signTypedData_v4', alice.address, foreign))).toBe(-32_602)
  })

  it('[F-68] asks the tokens that a signature names for their symbol and digits, and gets along without', async () => {
    const [dollar, broken] = [`0x${'d'.repeat(40)}`, `0x${'e'.repeat(40)}`]
    const symbol = toFunctionSelector('function symbol()')
    const { request, asked } = openWallet([], null, ({ to, data }) => {
      if (to === broken) throw new ProviderRpcError(3, 'execution reverted')
      return data === symbol ? encodeAbiParameters([{ type: 'string' }], ['PUSD']) : numberToHex(6, { size: 32 })
    })
    await request('eth_requestAccounts')
    const data = {
      domain: { chainId: 31_337 },
      types: {
        Pair: [
          { name: 'one', type: 'Side' },
          { name: 'two', type: 'Side' },
        ],
        Side: [{ name: 'token', type: 'address' }],
      },
      primaryType: 'Pair',
      message: { one: { token: dollar }, two: { token: broken } },
    }
    await request('eth_signTypedData_v4', alice.address, JSON.stringify(data))
    const question = asked.at(-1)
    expect(question?.kind === 'typedData' && [...question.tokens.tokens]).toEqual([[dollar, { symbol: 'PUSD', decimals: 6 }]])
  })

  it('signs a transaction locally and sends it raw to the network’s own node', async () => {
    const { request, sent, asked } = openWallet()
    await request('eth_requestAccounts')
    await request('eth_sendTransaction', { from: alice.address, to: bob.address, value: '0xde0b6b3a7640000' })
    expect(asked.at(-1)).toMatchObject({ kind: 'transaction', feeWei: 21_000n * 1_000_000_000n })
    const raw = sent.find(({ method }) => method === 'eth_sendRawTransaction')
    expect(raw?.url).toBe('http://local.test/0')
    const serializedTransaction = raw?.params[0] as `0x02${string}`
    expect((await recoverTransactionAddress({ serializedTransaction })).toLowerCase()).toBe(alice.address)
  })

  it('sends nothing when its owner rejects', async () => {
    const { request, sent } = openWallet(['yes', 'no'])
    await request('eth_requestAccounts')
    expect(await codeOf(request('eth_sendTransaction', { from: alice.address, to: bob.address }))).toBe(4001)
    expect(sent.map(({ method }) => method)).not.toContain('eth_sendRawTransaction')
  })

  it('hands reads to the node and refuses what only a node’s owner may do', async () => {
    const { request, sent } = openWallet()
    expect(await request('eth_blockNumber')).toBe('0xdone')
    expect(sent).toEqual([{ url: 'http://local.test/0', method: 'eth_blockNumber', params: [] }])
    for (const method of ['anvil_setBalance', 'evm_mine', 'eth_sign', 'wallet_watchAsset'])
      expect(await codeOf(request(method)), method).toBe(4200)
  })
})
