/** A database that this version can't use; the sentence says why and names no secret. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused'
}
