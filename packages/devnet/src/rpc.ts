import { setTimeout as sleep } from 'node:timers/promises'

/** One JSON-RPC call, for methods without a viem action. Throws the node's error. */
export async function callRpc<T>(rpcUrl: string, method: string, params: readonly unknown[] = [], timeoutMs = 20_000): Promise<T> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const answer = (await response.json()) as { result?: T; error?: { message: string } }
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result as T
}

/** The chain id that the node at this address returns; undefined when it does not answer JSON-RPC. */
export async function findChainId(rpcUrl: string, timeoutMs = 2000): Promise<number | undefined> {
  try {
    return Number(await callRpc<string>(rpcUrl, 'eth_chainId', [], timeoutMs))
  } catch {
    return undefined
  }
}

export async function waitForChain(rpcUrl: string, isAlive: () => boolean, timeoutMs = 20_000): Promise<number | undefined> {
  for (const end = Date.now() + timeoutMs; Date.now() < end && isAlive(); await sleep(25)) {
    const chainId = await findChainId(rpcUrl)
    if (chainId !== undefined) return chainId
  }
  return undefined
}
