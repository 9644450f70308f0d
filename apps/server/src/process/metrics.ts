import type { Signature } from '@plinth/protocol'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { KeyName, KeyRing } from '../signer/key-ring.ts'

/** Metrics of one process. docs/operating.md says what each number means and what to do about it. */
export type Metrics = ReturnType<typeof createMetrics>

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) => new Counter({ name, help, labelNames, registers })
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) => {
    const made = new Gauge({ name, help, labelNames, registers })
    // One without labels begins at 0, which alert rules take for a measurement.
    if (labelNames.length === 0) made.remove()
    return made
  }
  const histogram = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Histogram({ name, help, labelNames, registers, buckets: SECONDS })

  const signatures = counter('plinth_signatures_total', 'Signatures of the platform asked of its keys', 'key', 'outcome')
  return {
    registry,
    calls: counter('plinth_calls_total', 'Answered calls by errno, 0 for success', 'call', 'errno'),
    callSeconds: histogram('plinth_call_seconds', 'Time to answer a call', 'call'),
    sharedAnswers: counter(
      'plinth_shared_answers_total',
      'Answers of public reads without a session: kept, written for somebody else at that moment, or computed',
      'outcome',
    ),
    refused: counter('plinth_rate_limited_total', 'Requests refused by a limit', 'limit'),
    unreadBodies: counter(
      'plinth_unread_bodies_total',
      'Bodies that were answered before they had been read: read away, or their connection closed',
      'outcome',
    ),
    diskFree: gauge('plinth_disk_free_bytes', 'Room where uploads lie'),
    mails: counter('plinth_mails_total', 'Letters that were sent, or given up', 'outcome'),
    openStreams: gauge('plinth_event_streams', 'Open streams of live events'),
    reorgs: counter('plinth_reorgs_total', 'Reorganisations undone', 'chain'),
    reorgBlocks: counter('plinth_reorg_blocks_total', 'Blocks that reorganisations took back', 'chain'),
    jobs: counter('plinth_jobs_total', 'Runs of background jobs', 'job', 'outcome'),
    jobSeconds: histogram('plinth_job_seconds', 'Time of one run of a job', 'job'),
    recountDifferences: counter('plinth_recount_differences_total', 'Maintained numbers that a recount had to put right'),
    orderDifferences: counter('plinth_order_differences_total', 'Open orders that differed from the chain and were put right'),
    dryRuns: counter('plinth_dry_runs_total', 'Dry runs of listings', 'chain', 'outcome'),
    floorsUnanswered: gauge('plinth_floors_unanswered', 'Collections whose listings no node has dry-run for an hour', 'chain'),
    chainHead: gauge('plinth_chain_head_block', 'Newest block the nodes report', 'chain'),
    chainIndexed: gauge('plinth_chain_indexed_block', 'Newest block whose effects are in the tables', 'chain'),
    chainLagBlocks: gauge('plinth_chain_lag_blocks', 'Blocks that the index is behind', 'chain'),
    chainLagSeconds: gauge('plinth_chain_lag_seconds', 'Seconds that the index is behind', 'chain'),
    chainReached: gauge('plinth_chain_reached', '1 while a node of the chain answers', 'chain'),
    clockSkew: gauge('plinth_clock_skew_seconds', 'How far the clock of this machine is ahead of new blocks', 'chain'),
    chainStopped: gauge('plinth_chain_stopped', '1 while the chain is not followed any more', 'chain'),
    rateKnown: gauge('plinth_rate_known', '1 while the feed of a money gives its rate', 'chain', 'money'),
    rateAge: gauge('plinth_rate_age_seconds', 'Age of the feed’s round that counts', 'chain', 'money'),
    metadataDue: gauge('plinth_metadata_due_seconds', 'Age of the oldest row whose metadata is due and not yet read', 'of'),
    outboxWaiting: gauge('plinth_outbox_waiting', 'Events committed and not yet published'),
    poolConnections: gauge('plinth_db_connections', 'Connections of this process to the database', 'state'),
    replicaUsed: gauge('plinth_replica_used', '1 while public reads go to this replica', 'replica'),
    signerReached: gauge('plinth_signer_reached', '1 while the keys answer, here or in the process of SIGNER_URL'),
    ready: gauge('plinth_ready', '1 while /readyz answers 200'),
    degraded: gauge('plinth_degraded', 'How much /readyz names as degraded: the signer, and what is wrong with each chain'),
    /** The same keys, with every signature counted. */
    watchKeys: (keys: KeyRing): KeyRing => {
      const watched = async (key: KeyName, signing: Promise<Signature>): Promise<Signature> => {
        try {
          const signature = await signing
          signatures.inc({ key, outcome: 'signed' })
          return signature
        } catch (error) {
          signatures.inc({ key, outcome: 'failed' })
          throw error
        }
      }
      return {
        ...keys,
        sign: (key, digest) => watched(key, keys.sign(key, digest)),
        signAsMintSigner: (signer, digest) => watched('miner', keys.signAsMintSigner(signer, digest)),
      }
    },
  }
}
