import { AbortedTransactionError } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { asAway, DatabaseAway, isCommitUnknown, isConnectionLost } from './away.ts'

const coded = (code: string, message = 'no') => Object.assign(new Error(message), { code })
function refused(code: string): Error {
  const error = new pg.DatabaseError('no', 2, 'error')
  error.code = code
  return error
}

describe('a lost connection', () => {
  it.each([
    ['a server that stops', refused('57P01'), true],
    ['no room for a connection', refused('53300'), true],
    ['a standby that was asked to write', refused('25006'), true],
    ['the system', coded('ECONNREFUSED', ''), true],
    ['the driver', new Error('Connection terminated unexpectedly'), true],
    ['a cut of ours', new DatabaseAway(), true],
    ['a duplicate key', refused('23505'), false],
    ['a cancelled statement', refused('57014'), false],
    ['a fault of ours', new TypeError('x is not a function'), false],
  ] as const)('[F-155] is known by %s: %s', (_, error, isLost) => {
    expect(isConnectionLost(error)).toBe(isLost)
    expect(asAway(error) instanceof DatabaseAway).toBe(isLost)
  })

  it('[SCALE-02] leaves a commit unknown unless PostgreSQL has refused it', () => {
    for (const error of [coded('EPIPE'), coded('ERR_SSL_WRONG_VERSION_NUMBER'), refused('57P01'), new Error('anything')])
      expect(isCommitUnknown(error), String(error)).toBe(true)
    for (const error of [refused('40001'), refused('23505'), coded('XX000'), new AbortedTransactionError()])
      expect(isCommitUnknown(error), String(error)).toBe(false)
  })
})
