import { ProtocolError } from './errors.ts'

/** Cancelling everything closes the numbers below this by their bits; they carry no epoch until then. */
const NUMBERS = 1_024n
const COUNTER_BITS = 24n
const COUNTERS = 1n << COUNTER_BITS
const EPOCHS = 1n << 40n

/**
 * The sequence number of an account's `counter`: itself in epoch zero, else with the epoch in bits 63-24.
 * @throws ProtocolError BAD_SALT for an epoch above 40 bits, or a counter that does not fit beside it
 */
export function sequenceOf(epoch: bigint, counter: bigint): bigint {
  if (epoch === 0n) return counter
  if (epoch < 0n || epoch >= EPOCHS || counter < 0n || counter >= COUNTERS)
    throw new ProtocolError('BAD_SALT', 'An epoch has 40 bits, and a counter beside it 24')
  return (epoch << COUNTER_BITS) | counter
}

/**
 * Whether the account's epoch invalidates the order of this number. Epoch zero, of an account that never cancelled
 * everything, invalidates none. Source: `contracts/src/exchange/Epochs.sol`.
 */
export function isEnded(epoch: bigint, sequence: bigint): boolean {
  return epoch !== 0n && (sequence < NUMBERS || sequence >> COUNTER_BITS !== epoch)
}
