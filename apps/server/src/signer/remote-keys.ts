import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, parseSignature, recoverSigner, type Signature, toAddress } from '@plinth/protocol'
import type { Hex } from 'viem'
import { z } from 'zod'
import { KeyMissing, type KeyName, type KeyRing } from './key-ring.ts'

export type RemoteSigner = {
  /** `http://host:port`, `https://…`, or `unix:/path/of/socket`. */
  readonly url: string
  /** Shared by both ends. */
  readonly token: string
}

const ANSWER_MS = 5_000
const RETRY_MS = 500
/** A signer that restarts is back within this; signing a digest twice changes nothing. */
const RESTART_MS = 4_000
const RECONNECT_MS = 200
/** A probe waits no longer. Its answer serves all probes of so long: anybody may ask for one, by /readyz. */
const EXAMINE_MS = 2_000
const EXAMINED_MS = 1_000
const LARGEST_ANSWER = 10_000

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const Keys = z.object({ miner: address, feeSigner: address, formerMiners: z.array(address).max(100).default([]) })
const Signed = z.object({ signature: z.string() })

/** The signer process, or a KMS behind the same two requests (docs/operating.md, "Keys"), fails. */
export class SignerFault extends Error {
  override readonly name = 'SignerFault'
}

/**
 * Keys that another process holds. Waits for it to start, at most `patienceMs`, and for each signature while it restarts. Accepts a
 * signature only when it recovers to the announced address.
 */
export async function connectRemoteKeys(remote: RemoteSigner, patienceMs = 30_000, restartMs = RESTART_MS): Promise<KeyRing> {
  const announced = await firstAnswer(remote, patienceMs)
  const addresses = { miner: toAddress(announced.miner), feeSigner: toAddress(announced.feeSigner) }
  const formerMiners = announced.formerMiners.map((former) => toAddress(former))
  const signAs = async (wanted: Address, request: { key: KeyName; digest: Hex; address?: Address }): Promise<Signature> => {
    const answer = Signed.safeParse(await askPatiently(remote, request, restartMs))
    if (!answer.success) throw new SignerFault('The signer answered no signature')
    const signature = parseSignature(answer.data.signature)
    const signer = await recoverSigner(request.digest, signature)
    if (signer !== wanted) throw new SignerFault(`The signer signed as ${signer} instead of ${wanted}`)
    return signature
  }
  const sign = (key: KeyName, digest: Hex) => signAs(addresses[key], { key, digest })
  let examined: Promise<void> | undefined
  const examine = (): Promise<void> => {
    examined ??= examineNow().finally(() =>
      setTimeout(() => {
        examined = undefined
      }, EXAMINED_MS).unref(),
    )
    return examined
  }
  const examineNow = async (): Promise<void> => {
    const now = Keys.safeParse(await ask(remote, 'GET', '/keys', { waitMs: EXAMINE_MS }))
    if (!now.success) throw new SignerFault('it announces no keys')
    if (toAddress(now.data.miner) !== addresses.miner || toAddress(now.data.feeSigner) !== addresses.feeSigner)
      throw new SignerFault('it holds other keys than at the start of this process')
  }
  return {
    addresses,
    formerMiners,
    examine,
    sign,
    signAsMintSigner: async (mintSigner, digest) => {
      if (mintSigner === addresses.miner) return sign('miner', digest)
      if (!formerMiners.includes(mintSigner)) throw new KeyMissing(`The signer holds no key of the miner ${mintSigner}`)
      return signAs(mintSigner, { key: 'miner', digest, address: mintSigner })
    },
  }
}

async function firstAnswer(remote: RemoteSigner, patienceMs: number): Promise<z.output<typeof Keys>> {
  for (const end = Date.now() + patienceMs; ; await sleep(RETRY_MS)) {
    try {
      return Keys.parse(await ask(remote, 'GET', '/keys'))
    } catch (error) {
      const reason = error instanceof SignerFault ? error.message : 'it announces no keys'
      if (Date.now() >= end) throw new SignerFault(`The signer of SIGNER_URL does not serve: ${reason}.`, { cause: error })
    }
  }
}

async function askPatiently(remote: RemoteSigner, body: object, patienceMs: number): Promise<unknown> {
  for (const end = Date.now() + patienceMs; ; await sleep(RECONNECT_MS)) {
    try {
      return await ask(remote, 'POST', '/sign', { body })
    } catch (error) {
      if (!(error instanceof SignerAway) || Date.now() >= end) throw error
    }
  }
}

/** No connection, one that broke, or no answer in time: the signer restarts, or is dead. */
export class SignerAway extends SignerFault {}

type Asked = { readonly body?: object; readonly waitMs?: number }

async function ask(remote: RemoteSigner, method: 'GET' | 'POST', path: string, { body, waitMs = ANSWER_MS }: Asked = {}): Promise<unknown> {
  const sent = body === undefined ? '' : JSON.stringify(body)
  const { status, text } = await send(remote, { method, path, body: sent, waitMs }).catch((error: unknown) => {
    throw new SignerAway('it can’t be reached', { cause: error })
  })
  if (status !== 200) throw new SignerFault(`it answers ${status}`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SignerFault('it answers no JSON', { cause: error })
  }
}

type Sent = { readonly method: string; readonly path: string; readonly body: string; readonly waitMs: number }

function send({ url, token }: RemoteSigner, { method, path, body, waitMs }: Sent): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  // A probe never meets a connection that a signer before the present one left.
  const agent = method === 'GET' ? { agent: false } : {}
  const options: RequestOptions = { method, headers, signal: AbortSignal.timeout(waitMs), ...agent }
  return new Promise((resolve, reject) => {
    const read = (response: IncomingMessage): void => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
        if (text.length > LARGEST_ANSWER) response.destroy(new Error('too long'))
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.on('error', reject)
    }
    const request = url.startsWith('unix:')
      ? plainRequest({ ...options, socketPath: url.slice('unix:'.length), path }, read)
      : (url.startsWith('https:') ? tlsRequest : plainRequest)(url.replace(/\/$/, '') + path, options, read)
    request.on('error', reject)
    request.end(body)
  })
}
