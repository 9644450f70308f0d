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
const LARGEST_ANSWER = 10_000

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const Keys = z.object({ miner: address, feeSigner: address, formerMiners: z.array(address).max(100).default([]) })
const Signed = z.object({ signature: z.string() })

/** The signer process, or a KMS behind the same two requests (docs/operating.md, "Keys"), fails. */
export class SignerFault extends Error {
  override readonly name = 'SignerFault'
}

/**
 * Keys that another process holds. Waits for it to start, at most `patienceMs`. Accepts a signature only when it recovers to the
 * announced address.
 */
export async function connectRemoteKeys(remote: RemoteSigner, patienceMs = 30_000): Promise<KeyRing> {
  const announced = await firstAnswer(remote, patienceMs)
  const addresses = { miner: toAddress(announced.miner), feeSigner: toAddress(announced.feeSigner) }
  const formerMiners = announced.formerMiners.map((former) => toAddress(former))
  const signAs = async (wanted: Address, request: { key: KeyName; digest: Hex; address?: Address }): Promise<Signature> => {
    const answer = Signed.safeParse(await ask(remote, 'POST', '/sign', request))
    if (!answer.success) throw new SignerFault('The signer answered no signature')
    const signature = parseSignature(answer.data.signature)
    const signer = await recoverSigner(request.digest, signature)
    if (signer !== wanted) throw new SignerFault(`The signer signed as ${signer} instead of ${wanted}`)
    return signature
  }
  const sign = (key: KeyName, digest: Hex) => signAs(addresses[key], { key, digest })
  return {
    addresses,
    formerMiners,
    sign,
    signAsMintSigner: async (miner, digest) => {
      if (miner === addresses.miner) return sign('miner', digest)
      if (!formerMiners.includes(miner)) throw new KeyMissing(`The signer holds no key of the miner ${miner}`)
      return signAs(miner, { key: 'miner', digest, address: miner })
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

async function ask(remote: RemoteSigner, method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  const sent = body === undefined ? '' : JSON.stringify(body)
  const { status, text } = await send(remote, method, path, sent).catch((error: unknown) => {
    throw new SignerFault('it can’t be reached', { cause: error })
  })
  if (status !== 200) throw new SignerFault(`it answers ${status}`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SignerFault('it answers no JSON', { cause: error })
  }
}

function send({ url, token }: RemoteSigner, method: string, path: string, body: string): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const options: RequestOptions = { method, headers, signal: AbortSignal.timeout(ANSWER_MS) }
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
