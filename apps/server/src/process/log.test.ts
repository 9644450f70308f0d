import { describe, expect, it, vi } from 'vitest'
import { createLogger, type LogFields, type LogOptions } from './log.ts'

const TOKEN = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE'
const SIGNATURE = `0x${'ab'.repeat(64)}1b`
const KEY = `0x${'7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d'}`
const RPC = 'https://user:hunter22@mainnet.example.io/v3/8f3a1c0de98b4c5f9d7e?key=s3cr3tquery'
const DATABASE = 'postgres://plinth:correct-horse@db.internal:5432/plinth'
/** Part of the settings, so that the log knows to redact them. */
const NAMED = [KEY, 'hunter22', '8f3a1c0de98b4c5f9d7e', 's3cr3tquery', 'correct-horse', 'battery staple']
const SECRETS = [...NAMED, TOKEN, SIGNATURE, 'alice@example.org']

function logged(fields: LogFields, options: LogOptions = {}): string {
  let text = ''
  const log = createLogger((line) => (text += line), { secrets: NAMED, ...options })
  log.error('something', fields)
  return text
}

/** Every field in which a secret may occur. */
function everywhere(secret: string): LogFields {
  const cause = new Error(`cause: ${secret}`)
  return {
    plain: secret,
    inSentence: `it was ${secret}, they said`,
    quoted: `{"token":"${secret}"}`,
    deep: { deeper: [{ note: secret }] },
    error: Object.assign(new Error(`Failed with ${secret} at last`, { cause }), { code: 'E_FAILED', detail: secret }),
  }
}

describe('createLogger', () => {
  it.each(['json', 'text'] as const)('never writes a secret, wherever it comes along (%s)', (format) => {
    for (const secret of [...SECRETS, RPC, DATABASE, `Bearer ${TOKEN}`]) {
      const text = logged(everywhere(secret), { format })
      for (const word of SECRETS) expect(text, `${word} of ${secret}`).not.toContain(word)
      expect(text).toContain('E_FAILED')
    }
  })

  it('knows sessions, signatures, e-mail addresses and endpoints by their shape alone', () => {
    for (const secret of [TOKEN, SIGNATURE, 'alice@example.org', RPC, DATABASE, `Bearer ${TOKEN}`]) {
      const text = logged(everywhere(secret), { secrets: [] })
      for (const word of SECRETS) expect(text, `${word} of ${secret}`).not.toContain(word)
    }
  })

  it('hides fields by their name', () => {
    const named = {
      token: 'a',
      Authorization: 'b',
      'finger-nft-token': 'c',
      signature: 'd',
      password: 'e',
      email: 'f',
      passphrase: 'g',
      r: 'h',
      code: '123456',
    }
    expect(JSON.parse(logged(named))).toMatchObject(Object.fromEntries(Object.keys(named).map((name) => [name, '[hidden]'])))
  })

  it('keeps what is needed to find a fault', () => {
    const fields = {
      call: 'order.add',
      errno: 4105,
      ms: 12,
      txHash: `0x${'9'.repeat(64)}`,
      collection: `0x${'8'.repeat(40)}`,
      cid: 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
      node: 'https://mainnet.example.io',
      library: 'viem@2.57.1',
      file: '/srv/plinth/node_modules/@fastify/multipart/index.js:12:3',
      amount: 10n,
    }
    expect(JSON.parse(logged(fields))).toMatchObject({ ...fields, amount: '10' })
  })

  it('keeps an endpoint’s host and drops the rest', () => {
    expect(JSON.parse(logged({ rpc: RPC })).rpc).toBe('https://mainnet.example.io/[hidden]')
  })

  it('leaves out what is below its level', () => {
    const lines: string[] = []
    const log = createLogger((line) => lines.push(line), { level: 'warn' })
    log.info('quiet')
    log.warn('loud')
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(['loud'])
  })
})

describe('[F-38] equal errors', () => {
  const refusal = (port: number) => Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), { code: 'ECONNREFUSED' })
  const other = () => new Error('something else')

  it('are written three times in ten seconds, then as their number, and others as ever', () => {
    vi.useFakeTimers()
    try {
      const lines: string[] = []
      const log = createLogger((line) => lines.push(line))
      const entries = () => lines.splice(0).map((line) => JSON.parse(line))
      for (let port = 1; port <= 50; port++) log.error('unexpected', { error: refusal(port) })
      log.error('unexpected', { error: other() })
      log.warn('not read', { error: refusal(1) })
      for (let call = 0; call < 50; call++) log.info('call', { errno: 502 })
      expect(entries().filter(({ event }) => event !== 'call')).toHaveLength(5)
      vi.advanceTimersByTime(10_000)
      expect(entries()).toMatchObject([
        { level: 'error', event: 'repeated', of: 'unexpected', times: 47, seconds: 10, error: { fault: 'ECONNREFUSED' } },
      ])
      log.error('unexpected', { error: refusal(51) })
      expect(entries()).toMatchObject([{ event: 'unexpected', error: { stack: expect.stringContaining('ECONNREFUSED') } }])
    } finally {
      vi.useRealTimers()
    }
  })

  it('are calls over a rate limit, too: a flood has three lines and their number', () => {
    vi.useFakeTimers()
    try {
      const lines: string[] = []
      const log = createLogger((line) => lines.push(line))
      for (let call = 0; call < 500; call++) log.info('call', { id: String(call), call: 'home.list', errno: 429, ms: 1 })
      log.info('call', { id: 'a', call: 'home.search', errno: 429, ms: 1 })
      expect(lines).toHaveLength(4)
      vi.advanceTimersByTime(10_000)
      expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ event: 'repeated', of: 'call', call: 'home.list', errno: 429, times: 497 })
    } finally {
      vi.useRealTimers()
    }
  })

  it('stay few where each has a text of its own', () => {
    const lines: string[] = []
    const log = createLogger((line) => lines.push(line))
    const word = (index: number) => [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    for (let index = 0; index < 2_000; index++) log.error('unexpected', { error: new Error(word(index)) })
    expect(lines.length).toBeLessThan(600)
  })
})
