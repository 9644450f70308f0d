import { chmodSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { joinSignature, toAddress } from '@plinth/protocol'
import type { Hex } from 'viem'
import { z } from 'zod'
import type { Logger } from '../process/log.ts'
import { isBearer } from '../secrets/bearer.ts'
import { KEY_NAMES, type KeyRing } from './key-ring.ts'

export type SignerServiceOptions = {
  readonly keys: KeyRing
  /** Its holder may have anything signed; it belongs to the market's own processes. */
  readonly token: string
  /** `host:port`, or `unix:/path/of/socket`. */
  readonly listen: string
  readonly log: Logger
}

const LARGEST_BODY = 1_000

const Request = z.object({
  key: z.enum(KEY_NAMES),
  digest: z.string().regex(/^0x[0-9a-f]{64}$/),
  /** The address of a former mint signer; the present one by default. */
  address: z
    .string()
    .regex(/^0x[0-9a-f]{40}$/)
    .transform(toAddress)
    .optional(),
})

/** `GET /keys` and `POST /sign` over keys of this process (docs/operating.md, "Keys"); every request needs the token. */
export async function startSignerService({ keys, token, listen, log }: SignerServiceOptions): Promise<{ stop(): Promise<void> }> {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 10_000 }, (request, response) => {
    const isKnown = isBearer(request.headers.authorization, token)
    const work = isKnown ? answer(keys, request) : Promise.resolve({ status: 401, body: {} })
    work
      .catch((error: unknown) => {
        log.error('signer failed', { error })
        return { status: 500, body: {} }
      })
      .then(({ status, body }) => {
        log.info('signer', { path: request.url?.slice(0, 50), status })
        return send(response, status, body)
      })
  })
  await listenAt(server, listen)
  return {
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeIdleConnections()
      }),
  }
}

async function answer(keys: KeyRing, request: IncomingMessage): Promise<{ status: number; body: object }> {
  if (request.method === 'GET' && request.url === '/keys')
    return { status: 200, body: { ...keys.addresses, formerMiners: keys.formerMiners } }
  if (request.method !== 'POST' || request.url !== '/sign') return { status: 404, body: {} }
  const wanted = Request.safeParse(await readJson(request))
  if (!wanted.success) return { status: 400, body: {} }
  const { key, digest, address } = wanted.data
  if (address && (key !== 'miner' || ![keys.addresses.miner, ...keys.formerMiners].includes(address))) return { status: 400, body: {} }
  const signature = await (address ? keys.signAsMintSigner(address, digest as Hex) : keys.sign(key, digest as Hex))
  return { status: 200, body: { signature: joinSignature(signature) } }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > LARGEST_BODY) return undefined
  }
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

/** Replaces a socket left by a killed process; only its own user and group may access the file. */
function listenAt(server: Server, listen: string): Promise<void> {
  const socket = listen.startsWith('unix:') ? listen.slice('unix:'.length) : undefined
  const colon = listen.lastIndexOf(':')
  if (socket && statSync(socket, { throwIfNoEntry: false })?.isSocket()) rmSync(socket)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    const ready = (): void => {
      if (socket) chmodSync(socket, 0o660)
      resolve()
    }
    if (socket) server.listen(socket, ready)
    else server.listen(Number(listen.slice(colon + 1)), listen.slice(0, colon).replace(/^\[|\]$/g, ''), ready)
  })
}
