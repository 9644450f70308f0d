import type { Hex } from 'viem'
import { sign } from 'viem/accounts'

/** A key's word on a hash that the market itself gave. */
export async function signHash(hash: Hex, privateKey: Hex) {
  const { r, s, v } = await sign({ hash, privateKey })
  return { v: Number(v), r, s }
}
