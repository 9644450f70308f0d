import { concat, type Hex, numberToHex } from 'viem'
import { sign } from 'viem/accounts'

/** A key's signature of a hash that the market itself returned. */
export async function signHash(hash: Hex, privateKey: Hex) {
  const { r, s, v } = await sign({ hash, privateKey })
  return { v: Number(v), r, s }
}

/** The same as 65 bytes: r, s, v. */
export async function signBytes(hash: Hex, privateKey: Hex): Promise<Hex> {
  const { r, s, v } = await signHash(hash, privateKey)
  return concat([r, s, numberToHex(v, { size: 1 })])
}
