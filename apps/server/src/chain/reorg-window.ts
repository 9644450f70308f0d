import type { Chain } from './chain.ts'

/** How deep a reorganisation may be before the chain is stopped, unless its configuration says otherwise. */
const REORG_WINDOW = 256

/** In blocks. */
export function reorgWindowOf({ config }: Pick<Chain, 'config'>): number {
  return config.reorgWindow ?? REORG_WINDOW
}
