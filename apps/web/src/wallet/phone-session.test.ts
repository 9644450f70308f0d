import type { Chain } from 'viem'
import { describe, expect, it } from 'vitest'
import { openPhoneSession, type SessionEvent, type SignClientLike } from './phone-session.ts'

const ALICE = '0x00000000000000000000000000000000000000aa'
const chainOf = (id: number): Chain => ({
  id,
  name: String(id),
  nativeCurrency: { name: 'x', symbol: 'x', decimals: 18 },
  rpcUrls: { default: { http: ['http://localhost'] } },
})

type Settings = { chains?: number[]; methods?: string[]; isPaired?: boolean }

/** The relay and a phone behind it. */
function openPhone({ chains = [1, 56], methods = ['personal_sign', 'wallet_switchEthereumChain'], isPaired = false }: Settings = {}) {
  const listeners = new Map<string, (event: SessionEvent) => void>()
  const requests: unknown[] = []
  const events: unknown[] = []
  const accounts = chains.map((id) => `eip155:${id}:${ALICE}`)
  const session = { topic: 't', expiry: Date.now() / 1_000 + 60, namespaces: { eip155: { accounts, methods } } }
  const ended: string[] = []
  const client: SignClientLike = {
    connect: async () => ({ uri: 'wc:t@2', approval: async () => session }),
    request: async (asked) => {
      requests.push(asked)
      return '0xsigned'
    },
    disconnect: async ({ topic }) => ended.push(topic),
    session: { getAll: () => (isPaired ? [session] : []) },
    on: (event, listener) => listeners.set(event, listener),
  }
  const phone = openPhoneSession(client, [chainOf(1), chainOf(56), chainOf(137)], {
    accountsChanged: (next) => events.push(['accounts', next]),
    chainChanged: (next) => events.push(['chain', next]),
    ended: () => events.push('ended'),
  })
  const say = (event: string, params?: SessionEvent['params'], topic = 't') =>
    listeners.get(event)?.({ topic, ...(params ? { params } : {}) })
  return { phone, requests, events, ended, say }
}

const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 0,
    (error: { code: number }) => error.code,
  )

describe('a wallet on a phone', () => {
  it('shows a code, and is there once the phone has agreed', async () => {
    const { phone } = openPhone()
    const codes: string[] = []
    expect(phone.isOpen()).toBe(false)
    await phone.pair((uri) => codes.push(uri))
    expect(codes).toEqual(['wc:t@2'])
    expect([phone.isOpen(), phone.accounts(), phone.chainId()]).toEqual([true, [ALICE], 1])
  })

  it('is back after a reload without another code', () => {
    expect(openPhone({ isPaired: true }).phone.isOpen()).toBe(true)
  })

  it('sends the phone only what it signs, on the chain in use', async () => {
    const { phone, requests } = openPhone({ isPaired: true })
    expect(await phone.request({ method: 'personal_sign', params: ['0x', ALICE] })).toBe('0xsigned')
    expect(requests).toEqual([{ topic: 't', chainId: 'eip155:1', request: { method: 'personal_sign', params: ['0x', ALICE] } }])
    expect(await codeOf(phone.request({ method: 'eth_call' }))).toBe(4901)
    expect(await codeOf(phone.request({ method: 'eth_sendTransaction', params: [] }))).toBe(4200)
  })

  it('changes to a chain of the session without asking, and asks for any other', async () => {
    const { phone, requests, events } = openPhone({ isPaired: true })
    await phone.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x38' }] })
    expect([requests.length, phone.chainId(), events]).toEqual([0, 56, [['chain', 56]]])
    await phone.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] })
    expect([requests.length, phone.chainId()]).toEqual([1, 137])
  })

  it('receives changes of account and chain from its own session only', () => {
    const { events, say } = openPhone({ isPaired: true })
    say('session_event', { event: { name: 'accountsChanged', data: [`eip155:1:${ALICE}`] } })
    say('session_event', { event: { name: 'chainChanged', data: 56 } })
    say('session_event', { event: { name: 'chainChanged', data: 1 } }, 'another')
    expect(events).toEqual([
      ['accounts', [ALICE]],
      ['chain', 56],
    ])
  })

  it('[NET-22] ends with the phone’s word, and with ours', async () => {
    const theirs = openPhone({ isPaired: true })
    theirs.say('session_delete')
    expect([theirs.phone.isOpen(), theirs.events]).toEqual([false, ['ended']])
    const locked = openPhone({ isPaired: true })
    locked.say('session_event', { event: { name: 'accountsChanged', data: [] } })
    expect([locked.phone.isOpen(), locked.events, locked.ended]).toEqual([false, ['ended'], ['t']])
    const ours = openPhone({ isPaired: true })
    await ours.phone.close()
    expect([ours.phone.isOpen(), ours.ended]).toEqual([false, ['t']])
    expect(await codeOf(ours.phone.request({ method: 'personal_sign', params: [] }))).toBe(4900)
  })
})
