import { AppError } from '@plinth/api'
import type { Hex, TypedDataDefinition } from 'viem'
import type { ContractCall } from './market.ts'
import type { Act, ActRequest, ActStep } from './requests.ts'

/** What holds the key: a wallet, or a program's own client. The acts themselves hold none. */
export type Signer = {
  readonly signTypedData: (data: TypedDataDefinition) => Promise<Hex>
  /** Answers the hash as soon as it is sent. */
  readonly send: (call: ContractCall) => Promise<Hex>
  /** Waits for the block; false where the transaction reverted. */
  readonly confirm: (hash: Hex) => Promise<boolean>
}

export type PerformOptions = {
  /**
   * Sees each request before it is signed, sent or submitted; false ends the act with USER_REJECTED, or passes over a step that is
   * optional. Default: all may pass.
   */
  readonly review?: (request: ActRequest, step: string) => boolean | Promise<boolean>
  /** For the server to index a transaction, in ms. Default: 60,000. */
  readonly timeoutMs?: number
}

const POLL_MS = 700

/**
 * Does the steps of an act in order and answers the hash of each transaction by its step. Throws what `prepare` throws, TX_REVERTED,
 * USER_REJECTED, and MARKET_BEHIND where the server took too long, which harms nothing.
 */
export async function perform(act: Act, signer: Signer, options: PerformOptions = {}): Promise<Readonly<Record<string, Hex>>> {
  const hashes: Record<string, Hex> = {}
  for (const step of act) {
    const request = await step.prepare()
    if (!request) continue
    if ((await options.review?.(request, step.key)) === false) {
      if (step.isOptional) continue
      throw new AppError('USER_REJECTED')
    }
    const hash = await answer(request, signer)
    if (hash === undefined) continue
    hashes[step.key] = hash
    await untilIndexed(step, hash, options.timeoutMs ?? 60_000)
  }
  return hashes
}

/** The hash of what was sent; undefined where nothing was. */
async function answer(request: ActRequest, signer: Signer): Promise<Hex | undefined> {
  switch (request.kind) {
    case 'server':
      await request.submit()
      return undefined
    case 'signature':
      await request.submit(await signer.signTypedData(request.typedData))
      return undefined
    case 'transaction': {
      const hash = await signer.send(request.call)
      if (!(await signer.confirm(hash))) throw new AppError('TX_REVERTED')
      return hash
    }
  }
}

async function untilIndexed({ isIndexed }: ActStep, hash: Hex, timeoutMs: number): Promise<void> {
  if (!isIndexed) return
  for (const end = Date.now() + timeoutMs; Date.now() < end; ) {
    if (await isIndexed(hash)) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new AppError('MARKET_BEHIND')
}
