/** An EIP-1193 provider error. */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export type Rpc = <T>(method: string, params?: readonly unknown[]) => Promise<T>

type Answer = { result?: unknown; error?: { code: number; message: string; data?: unknown } }
let next = 1

/** JSON-RPC over HTTP. A silent node is 4900, what it refuses keeps its own code. */
export function rpcOver(url: string): Rpc {
  return async <T>(method: string, params: readonly unknown[] = []) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: next++, method, params })
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      .then((response) => response.json() as Promise<Answer>)
      .catch(() => {
        throw new ProviderRpcError(4900, `No answer from ${url}`)
      })
    if (answer.error) throw new ProviderRpcError(answer.error.code, answer.error.message, answer.error.data)
    return answer.result as T
  }
}
