import { createServer, type ServerResponse } from 'node:http'

/** A fake node over HTTP: it has a head, the fees of an exchange, and no code anywhere. */
export type FakeNode = {
  readonly url: string
  setHead(head: { number: number; timestamp: number }): void
  /** While false every request fails as if the node were down; `silent`: none is answered, as behind a line that was cut. */
  setUp(isUp: boolean | 'silent'): void
  /** The test's own responses for contracts' texts (tokenURI, uri, name, symbol); undefined for the honest one. */
  setTexts(answer: TextAnswer | undefined): void
  close(): Promise<void>
}

export type TextAnswer = (response: ServerResponse, id: number) => void

type Rpc = { id: number; method: string; params?: unknown[] }

const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`

export async function startFakeNode(chainId: number, now: number): Promise<FakeNode> {
  let head = { number: 1, timestamp: now }
  let isUp: boolean | 'silent' = true
  let texts: TextAnswer | undefined
  const answer = ({ id, method, params }: Rpc) => ({ jsonrpc: '2.0', id, result: resultOf(method, params ?? []) })
  const resultOf = (method: string, params: unknown[]): unknown => {
    if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
    if (method === 'eth_blockNumber') return `0x${head.number.toString(16)}`
    if (method === 'eth_getCode') return '0x'
    if (method === 'eth_getBlockByNumber') return blockOf(head)
    if (method === 'eth_call') return feeOf(JSON.stringify(params))
    return null
  }
  const server = createServer((request, response) => {
    if (!isUp) return void response.destroy()
    if (isUp === 'silent') return
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      const sent: unknown = JSON.parse(body)
      if (texts && TEXT_CALLS.test(body)) return texts(response, (sent as Rpc).id)
      const result = Array.isArray(sent) ? sent.map((one) => answer(one as Rpc)) : answer(sent as Rpc)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(result))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address !== 'object') throw new Error('no address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    setHead: (next) => {
      head = next
    },
    setUp: (next) => {
      isUp = next
    },
    setTexts: (next) => {
      texts = next
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

/** tokenURI, uri, name, symbol. */
const TEXT_CALLS = /0x(c87b56dd|0e89341c|06fdde03|95d89b41)/

/** buyerFee() and minimumSellerFee() 250, nothing scheduled, everything else 0. */
function feeOf(call: string): string {
  if (/0x(6269b5db|748d7aea)/.test(call)) return `${word(0)}${word(0).slice(2)}`
  return /0x(5de6c42f|76e2e135)/.test(call) ? word(250) : word(0)
}

function blockOf({ number, timestamp }: { number: number; timestamp: number }) {
  const hash = word(number)
  const none = word(0)
  return {
    number: `0x${number.toString(16)}`,
    timestamp: `0x${timestamp.toString(16)}`,
    hash,
    parentHash: none,
    nonce: '0x0000000000000000',
    sha3Uncles: none,
    logsBloom: `0x${'0'.repeat(512)}`,
    transactionsRoot: none,
    stateRoot: none,
    receiptsRoot: none,
    miner: `0x${'0'.repeat(40)}`,
    difficulty: '0x0',
    totalDifficulty: '0x0',
    extraData: '0x',
    size: '0x0',
    gasLimit: '0x0',
    gasUsed: '0x0',
    transactions: [],
    uncles: [],
    baseFeePerGas: '0x0',
    mixHash: none,
  }
}
