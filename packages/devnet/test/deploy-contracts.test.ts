/** @module-tag more */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { exchangeAbi, manyTransfersAbi } from '@plinth/protocol/abi'
import { createPublicClient, createWalletClient, type Hex, http } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findAnvil } from '../src/anvil.ts'
import {
  callRpc,
  createdBy,
  type DeployContractsOptions,
  deployContracts,
  fileRecord,
  findFreePort,
  getDemoAccount,
  MARKET_PLACES,
  type RecordKeeper,
  readArtifact,
  readFormer,
} from '../src/index.ts'
import { waitForChain } from '../src/rpc.ts'

const CHAIN_ID = 4242
const OPERATOR = toAddress(`0x${'0f'.repeat(20)}`)
const MINER = toAddress(`0x${'0e'.repeat(20)}`)
const SIGNERS = [toAddress(`0x${'0a'.repeat(20)}`), toAddress(`0x${'0b'.repeat(20)}`)]
const BENEFICIARY = toAddress(`0x${'0c'.repeat(20)}`)

let folder: string
let node: ChildProcess
let rpcUrl: string

async function startNode(...args: string[]): Promise<void> {
  const port = await findFreePort()
  rpcUrl = `http://127.0.0.1:${port}`
  node = spawn(findAnvil(), ['--quiet', '--port', String(port), '--chain-id', String(CHAIN_ID), ...args], { stdio: 'ignore' })
  await waitForChain(rpcUrl, () => node.exitCode === null)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-deploy-'))
})
afterEach(async () => {
  const gone = new Promise((done) => node.once('exit', done))
  node.kill('SIGKILL')
  await gone
  rmSync(folder, { recursive: true })
})

const recordPath = () => join(folder, 'deployment.json')
const deployer = () => getDemoAccount('Alice')
const sent = async () => Number(await callRpc<Hex>(rpcUrl, 'eth_getTransactionCount', [deployer().address, 'latest']))

function options(overrides: Partial<DeployContractsOptions> = {}): DeployContractsOptions {
  return {
    rpcUrl,
    chainId: CHAIN_ID,
    deployerKey: deployer().privateKey,
    operator: OPERATOR,
    miner: MINER,
    feeSigners: SIGNERS,
    beneficiary: BENEFICIARY,
    fees: { buyerFeeBps: 250n, minimumSellerFeeBps: 100n },
    record: fileRecord(recordPath()),
    timeoutMs: 20_000,
    pollMs: 30,
    ...overrides,
  }
}

/** A record store whose run dies at the n-th write: right before it, as in a disk failure, or right after it. */
function dyingRecord(atWrite: number, moment: 'before' | 'after'): RecordKeeper {
  const kept = fileRecord(recordPath())
  let writes = 0
  return {
    read: kept.read,
    write: (record) => {
      writes += 1
      if (writes === atWrite && moment === 'before') throw new Error('killed')
      kept.write(record)
      if (writes === atWrite && moment === 'after') throw new Error('killed')
    },
  }
}

describe('deployContracts', () => {
  it('deploys the market, reads it back, and does nothing a second time', async () => {
    await startNode()
    const lines: string[] = []
    const market = await deployContracts(options({ log: (line) => lines.push(line) }))
    expect(market.isNew).toBe(true)
    expect(market.deployBlock).toBe(1)
    expect(market.exchange).toBe(createdBy(deployer().address, 1))
    expect(lines.filter((line) => line.includes(' in block '))).toHaveLength(MARKET_PLACES.length)
    const client = createPublicClient({ transport: http(rpcUrl) })
    const read = (functionName: 'owner' | 'beneficiary' | 'transferProxy' | 'minimumSellerFee') =>
      client.readContract({ address: market.exchange, abi: exchangeAbi, functionName })
    expect(toAddress(String(await read('owner')))).toBe(OPERATOR)
    expect(toAddress(String(await read('beneficiary')))).toBe(BENEFICIARY)
    expect(toAddress(String(await read('transferProxy')))).toBe(market.transferProxy)
    expect(await read('minimumSellerFee')).toBe(100n)
    const many = { address: market.manyTransfers, abi: manyTransfersAbi, functionName: 'transferProxy' } as const
    expect(toAddress(await client.readContract(many))).toBe(market.transferProxy)

    const again = await deployContracts(options())
    expect(again).toEqual({ ...market, isNew: false })
    expect(await sent()).toBe(MARKET_PLACES.length)
  })

  /** Two for each contract: signed, and mined. Of `npm test`: both of the first, and the last. */
  const WRITES = Array.from({ length: MARKET_PLACES.length * 2 }, (_, index) => index + 1)
  for (const write of WRITES)
    it(`goes on after an end at write ${write}, before and after it, and sends nothing twice`, {
      tags: [1, 2, WRITES.length].includes(write) ? [] : ['more'],
    }, async () => {
      await startNode()
      await expect(deployContracts(options({ record: dyingRecord(write, 'before') }))).rejects.toThrow('killed')
      await expect(deployContracts(options({ record: dyingRecord(1, 'after') }))).rejects.toThrow('killed')
      const market = await deployContracts(options())
      expect(market.exchange).toBe(createdBy(deployer().address, 1))
      expect(await sent()).toBe(MARKET_PLACES.length)
      expect((await deployContracts(options())).isNew).toBe(false)
    })

  it('waits for what an ended run left in the pool', async () => {
    await startNode('--no-mining')
    await expect(deployContracts(options({ timeoutMs: 500 }))).rejects.toThrow()
    await callRpc(rpcUrl, 'evm_setAutomine', [true])
    await callRpc(rpcUrl, 'anvil_mine', ['0x1'])
    expect((await deployContracts(options())).collectionFactory).toBe(createdBy(deployer().address, 0))
    expect(await sent()).toBe(MARKET_PLACES.length)
  })

  it('takes what another transaction of the same nonce made', async () => {
    await startNode()
    await expect(deployContracts(options({ record: dyingRecord(1, 'after') }))).rejects.toThrow('killed')
    const wallet = createWalletClient({ account: deployer().account, transport: http(rpcUrl) })
    await wallet.sendTransaction({ chain: null, data: readArtifact('CollectionFactory').bytecode, nonce: 0 })
    const market = await deployContracts(options())
    expect(market.collectionFactory).toBe(createdBy(deployer().address, 0))
    expect(market.deployBlock).toBe(0)
    expect(await sent()).toBe(MARKET_PLACES.length)
  })

  it('refuses another chain than the given one, and no chain at all', async () => {
    await startNode()
    await expect(deployContracts(options({ chainId: 1 }))).rejects.toThrow('Chain 4242 answers at this RPC address, not chain 1.')
    await expect(deployContracts(options({ rpcUrl: `http://127.0.0.1:${await findFreePort()}` }))).rejects.toThrow('No chain answers')
    expect(await sent()).toBe(0)
  })

  it.each([
    ['shanghai', 'it lacks MCOPY (Cancun) and transient storage (Cancun).'],
    ['paris', 'it lacks PUSH0 (Shanghai) and MCOPY (Cancun) and transient storage (Cancun).'],
  ])('refuses a chain of %s rules', async (hardfork, reason) => {
    await startNode('--hardfork', hardfork)
    await expect(deployContracts(options())).rejects.toThrow(reason)
    expect(await sent()).toBe(0)
  })

  it('refuses a deployer who can not pay for all of it', async () => {
    await startNode()
    await callRpc(rpcUrl, 'anvil_setBalance', [deployer().address, '0x1000000'])
    await expect(deployContracts(options())).rejects.toThrow(/has 0\.000000000016777216 coins and needs about \d/)
    expect(await sent()).toBe(0)
  })

  it('refuses a record of another chain or deployer, and a damaged one', async () => {
    await startNode()
    await deployContracts(options())
    await expect(deployContracts(options({ deployerKey: getDemoAccount('Bob').privateKey }))).rejects.toThrow('deployment by 0xf39f')
    const record = JSON.parse(readFileSync(recordPath(), 'utf8'))
    writeFileSync(recordPath(), JSON.stringify({ ...record, chainId: 1 }))
    await expect(deployContracts(options())).rejects.toThrow('The record is of a deployment on chain 1, not 4242.')
    writeFileSync(recordPath(), '{"chainId":')
    await expect(deployContracts(options())).rejects.toThrow('is no record of a deployment')
    expect(existsSync(`${recordPath()}.new`)).toBe(false)
  })

  it('[BULK-08] refuses to add to a set whose proxy has fewer operators, and reads such a set as a former one', async () => {
    await startNode()
    const { manyTransfers: _, ...market } = await deployContracts(options())
    const record = JSON.parse(readFileSync(recordPath(), 'utf8'))
    delete record.contracts.manyTransfers
    writeFileSync(recordPath(), JSON.stringify(record))
    await expect(deployContracts(options())).rejects.toThrow('The record is of an earlier set of contracts, without ManyTransfers')
    expect(await sent()).toBe(MARKET_PLACES.length)
    const former = readFormer(recordPath(), CHAIN_ID, 1)
    expect(former).not.toHaveProperty('manyTransfers')
    expect(former).toMatchObject({ exchange: market.exchange, transferProxy: market.transferProxy })
  })

  it.each<[string, Partial<DeployContractsOptions>, string]>([
    ['owner', { operator: MINER }, `Exchange.owner() is ${OPERATOR}, expected ${MINER}`],
    ['beneficiary', { beneficiary: MINER }, `Exchange.beneficiary() is ${BENEFICIARY}, expected ${MINER}`],
    ['fee signer', { feeSigners: [...SIGNERS, MINER] }, `Exchange.isFeeSigner(${MINER}) is false, expected true`],
    ['minimum fee', { fees: { buyerFeeBps: 250n, minimumSellerFeeBps: 101n } }, 'Exchange.minimumSellerFee() is 100, expected 101'],
    ['miner', { miner: OPERATOR }, `OfficialCollection1155.isSigner(${OPERATOR}) is false, expected true`],
  ])('detects a market with another %s', async (_, change, reason) => {
    await startNode()
    await deployContracts(options())
    await expect(deployContracts(options(change))).rejects.toThrow(reason)
  })

  it.each(MARKET_PLACES)('detects other code in the place of %s', async (place) => {
    await startNode()
    const market = await deployContracts(options())
    const code = await callRpc<Hex>(rpcUrl, 'eth_getCode', [market[place], 'latest'])
    // one byte of plain code that the artifact has as zero: a mask of all zero bytes would miss it
    const at = code.indexOf('600052') + 2
    await callRpc(rpcUrl, 'anvil_setCode', [market[place], `${code.slice(0, at)}01${code.slice(at + 2)}`])
    await expect(deployContracts(options())).rejects.toThrow(`${market[place]} is not `)
  })

  it('detects that the nonce on record went to something else', async () => {
    await startNode()
    await expect(deployContracts(options({ record: dyingRecord(3, 'after') }))).rejects.toThrow('killed')
    await callRpc(rpcUrl, 'anvil_setNonce', [deployer().address, '0x9'])
    await expect(deployContracts(options())).rejects.toThrow('The nonce 1 that the record keeps for exchange was used for something else')
  })

  it('keeps no role for the deployer', async () => {
    await startNode()
    const { exchange } = await deployContracts(options())
    const client = createPublicClient({ transport: http(rpcUrl) })
    const isSigner = await client.readContract({
      address: exchange,
      abi: exchangeAbi,
      functionName: 'isFeeSigner',
      args: [deployer().address],
    })
    const pending = await client.readContract({ address: exchange, abi: exchangeAbi, functionName: 'pendingOwner' })
    expect([isSigner, pending]).toEqual([false, ZERO_ADDRESS])
  })
})
