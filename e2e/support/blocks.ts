import { callRpc } from '@plinth/devnet'

/** Until `releaseBlocks` the chain takes transactions and makes no block. */
export async function holdBlocks(rpcUrl: string): Promise<void> {
  await callRpc(rpcUrl, 'evm_setAutomine', [false])
  await callRpc(rpcUrl, 'evm_setIntervalMining', [0])
}

export async function releaseBlocks(rpcUrl: string): Promise<void> {
  await callRpc(rpcUrl, 'evm_setAutomine', [true])
  await callRpc(rpcUrl, 'evm_setIntervalMining', [2])
  await callRpc(rpcUrl, 'anvil_mine', ['0x1'])
}
