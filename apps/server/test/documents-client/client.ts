import { setTimeout as delay } from 'node:timers/promises'
import {
  type Account,
  type Address,
  type Chain,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  type PublicClient,
  parseSignature,
  type Tokens,
  type Transport,
  type WalletClient,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

export const ZERO = '0x0000000000000000000000000000000000000000'
/** What no signature is: wire 4, "empty gives v=0, r=0, s=0". */
const NO_SIGNATURE = { v: 0, r: `0x${'0'.repeat(64)}`, s: `0x${'0'.repeat(64)}` } as const

/** A record of the wire, of which the documents say the names of the fields. */
// biome-ignore lint/suspicious/noExplicitAny: a client of the documents has no types; it reads what it was promised
export type Wire = any

/** The product's refusal: the envelope's number and text (document A §7). */
export class Refused extends Error {
  readonly errno: number

  constructor(path: string, errno: number, errmsg: string) {
    super(`${path} ${errno} ${errmsg}`)
    this.errno = errno
  }
}

/** `fetch` of a market and the header of a logged-in user, as document A §7 has it. `base` ends with the common path prefix. */
export class Caller {
  readonly base: string
  token = ''

  constructor(base: string) {
    this.base = base
  }

  /** null travels as an empty field, undefined does not travel (wire 1). */
  async call(path: string, form: Record<string, string | number | bigint | boolean | null | undefined> = {}): Promise<Wire> {
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(form)) if (value !== undefined) body.set(name, value === null ? '' : String(value))
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'Finger-Nft-Token': this.token }
    return this.#read(path, await fetch(this.base + path, { method: 'POST', headers, body }))
  }

  /** storage.upload: multipart, field `file`. */
  async upload(bytes: Uint8Array<ArrayBuffer>, name: string, type: string): Promise<{ id: string; url: string }> {
    const body = new FormData()
    body.set('file', new File([bytes], name, { type }))
    return this.#read(
      '/storage/upload',
      await fetch(`${this.base}/storage/upload`, { method: 'POST', headers: { 'Finger-Nft-Token': this.token }, body }),
    )
  }

  async #read(path: string, response: Response): Promise<Wire> {
    if (response.status !== 200) throw new Error(`${path} was answered with HTTP ${response.status}`)
    const { errno, errmsg, data } = (await response.json()) as { errno?: number; errmsg?: string; data?: unknown }
    if (errno) throw new Refused(path, errno, errmsg ?? '')
    return data
  }
}

/** One browser wallet on one chain: everything it knows it has from config.fetch. */
export class Wallet extends Caller {
  readonly account: ReturnType<typeof privateKeyToAccount>
  readonly config: Wire
  readonly chainId: number
  readonly reader: PublicClient
  readonly #writer: WalletClient<Transport, undefined, Account>

  private constructor(base: string, key: Hex, config: Wire) {
    super(base)
    this.config = config
    this.account = privateKeyToAccount(key)
    this.chainId = Number(config.network.chainId)
    const { name, symbol, rpc } = config.network
    const chain = defineChain({
      id: this.chainId,
      name,
      nativeCurrency: { name: symbol, symbol, decimals: 18 },
      rpcUrls: { default: { http: [rpc] } },
    })
    this.reader = createPublicClient<Transport, Chain | undefined, undefined, undefined, Tokens | undefined>({
      chain,
      transport: http(rpc),
      pollingInterval: 50,
      cacheTime: 0,
    })
    this.#writer = createWalletClient<Transport, undefined, Account, undefined, Tokens | undefined>({
      account: this.account,
      transport: http(rpc),
    })
  }

  static async open(base: string, key: Hex, chainId: number): Promise<Wallet> {
    return new Wallet(base, key, await new Caller(base).call('/config/fetch', { chainId }))
  }

  /** Lower-case, as the server answers addresses. */
  get address(): Address {
    return this.account.address.toLowerCase() as Address
  }

  /** The login message plus unix timestamp, signed by personal_sign (wire 3.1). */
  async logIn(now: number): Promise<Wire> {
    const signature = await this.account.signMessage({ message: `${this.config.loginMessage} ${now}` })
    const form = { userAddress: this.account.address, signature, timestamp: now, chainId: this.chainId }
    const { token, user } = await this.call('/user/login', form)
    this.token = token
    return user
  }

  /** Signs a prepared message: its hex as text, without 0x (wire 4). */
  sign(message: string): Promise<Hex> {
    return this.account.signMessage({ message: message.replace(/^0x/, '') })
  }

  /** Sends a call and waits until it is mined. */
  // biome-ignore lint/suspicious/noExplicitAny: viem's own type of a contract call, of any ABI of abi.ts
  async send(call: { address: Address; abi: any; functionName: string; args?: readonly unknown[]; value?: bigint }): Promise<Hex> {
    const hash = await this.#writer.writeContract({ ...call, chain: null })
    const { status } = await this.reader.waitForTransactionReceipt({ hash })
    if (status !== 'success') throw new Error(`${call.functionName} reverted`)
    return hash
  }
}

/** r, s, v of 65 bytes; v is 27 or 28 (document B §5). */
export function sigOf(signature: string): { v: number; r: Hex; s: Hex } {
  if (signature === '' || signature === '0x') return NO_SIGNATURE
  const { r, s, yParity } = parseSignature(signature as Hex)
  return { v: 27 + (yParity ?? 0), r, s }
}

/** A signature that came in three parts. */
export const partsOf = ({ v, r, s }: Wire): { v: number; r: Hex; s: Hex } => ({ v: Number(v), r, s })

/** Asks until the answer holds, as a page does that waits for the indexer. */
export async function until<T>(what: string, ask: () => Promise<T>, holds: (answer: T) => unknown): Promise<T> {
  const end = Date.now() + 20_000
  for (;;) {
    const answer = await ask()
    if (holds(answer)) return answer
    if (Date.now() > end) throw new Error(`Waited for ${what}, last answer ${JSON.stringify(answer)}`)
    await delay(40)
  }
}
