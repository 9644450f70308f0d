import { ProtocolError } from './errors.ts'

/** Numbers below this are closed by their bits when an account ends everything, and count without an epoch until then. */
const NUMBERS = 1_024n
const COUNTER_BITS = 24n
const COUNTERS = 1n << COUNTER_BITS
const EPOCHS = 1n << 40n

/**
 * The sequence number that an account's `counter` stands for: itself in epoch zero, else with the epoch in bits 63-24.
 * @throws ProtocolError BAD_SALT for an epoch of more than 40 bits, or a counter that has no place beside one
 */
export function sequenceOf(epoch: bigint, counter: bigint): bigint {
  if (epoch === 0n) return counter
  if (epoch < 0n || epoch >= EPOCHS || counter < 0n || counter >= COUNTERS)
    throw new ProtocolError('BAD_SALT', 'An epoch has 40 bits, and a counter beside it 24')
  return (epoch << COUNTER_BITS) | counter
}

/**
 * Whether an account that is in this epoch ended the order of this number. Epoch zero, that of an account that never ended
 * everything, ended none. Source: `contracts/src/exchange/Epochs.sol`.
 */
export function isEnded(epoch: bigint, sequence: bigint): boolean {
  return epoch !== 0n && (sequence < NUMBERS || sequence >> COUNTER_BITS !== epoch)
}
