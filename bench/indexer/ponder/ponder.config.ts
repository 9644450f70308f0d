import { createConfig } from 'ponder'
import { erc721Abi } from 'viem'

const { BENCH_RPC = '', BENCH_SOCKET, BENCH_COLLECTION } = process.env

export default createConfig({
  database: { kind: 'postgres', connectionString: process.env.DATABASE_URL },
  chains: { bench: { id: 1, rpc: BENCH_RPC, ...(BENCH_SOCKET ? { ws: BENCH_SOCKET } : {}) } },
  contracts: { Works: { chain: 'bench', abi: erc721Abi, address: BENCH_COLLECTION as `0x${string}`, startBlock: 1 } },
})
