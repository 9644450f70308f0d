import type { Hex } from 'viem'
import { callRpc, findChainId } from '../rpc.ts'

/** Creation code that uses one opcode and returns a single byte 01, by the release that introduced it. */
const PROBES: readonly { name: string; code: Hex }[] = [
  { name: 'PUSH0 (Shanghai)', code: '0x5f50600160005360016000f3' },
  { name: 'MCOPY (Cancun)', code: '0x6000600060005e600160005360016000f3' },
  { name: 'transient storage (Cancun)', code: '0x600160005d60005c60005360016000f3' },
]

/** Throws one sentence unless this very chain answers, with every opcode that the contracts need. */
export async function requireChain(rpcUrl: string, chainId: number): Promise<void> {
  const answered = await findChainId(rpcUrl, 20_000)
  if (answered === undefined) throw new Error('No chain answers at this RPC address.')
  if (answered !== chainId) throw new Error(`Chain ${answered} answers at this RPC address, not chain ${chainId}.`)
  const missing: string[] = []
  for (const { name, code } of PROBES) if (!(await runs(rpcUrl, code))) missing.push(name)
  if (missing.length > 0) throw new Error(`Chain ${chainId} is too old for these contracts: it lacks ${missing.join(' and ')}.`)
}

async function runs(rpcUrl: string, code: Hex): Promise<boolean> {
  try {
    return (await callRpc<Hex>(rpcUrl, 'eth_call', [{ data: code }, 'latest'])) === '0x01'
  } catch {
    return false
  }
}
