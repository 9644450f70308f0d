import type { BoxRecord } from '@plinth/api'
import { callRpc } from '@plinth/devnet'
import type { Page } from 'playwright-core'
import type { Place } from './market.ts'

/** Presses the button at a box's foot, and the same again in the dialog that explains it; the wallet's request follows. */
export async function askToOpen(page: Page, name: string | RegExp = /^Open 1 box for/): Promise<void> {
  await page.locator('.box-foot').getByRole('button', { name }).click()
  await page.getByRole('dialog').getByRole('button', { name }).click()
}

/** Empties the balance of a series' reveal operator, so that it draws nothing until the returned function refills it. */
export async function holdDraws({ rpcUrl }: Pick<Place, 'rpcUrl'>, { order: { owner } }: BoxRecord): Promise<() => Promise<unknown>> {
  const balance = await callRpc(rpcUrl, 'eth_getBalance', [owner, 'latest'])
  await callRpc(rpcUrl, 'anvil_setBalance', [owner, '0x0'])
  return () => callRpc(rpcUrl, 'anvil_setBalance', [owner, balance])
}
