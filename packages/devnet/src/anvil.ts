import { createRequire } from 'node:module'

/**
 * anvil's own program. The npm package `@foundry-rs/anvil` wraps it in a script whose child survives its parent's signals,
 * so the platform package is called directly.
 */
export function findAnvil(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const extension = process.platform === 'win32' ? '.exe' : ''
  const wrapper = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  return wrapper.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/bin/anvil${extension}`)
}
